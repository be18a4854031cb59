/* Results of tools: keys, normal forms, previews, the cache, filters, and documents that grow. What is read from standard input is the text, the
 * arguments, or the result:
 *
 *     results normalize                            results canonical
 *     results cache-key TOOL [NAMESPACE]           results arguments TOOLS_FILE TOOL
 *     results preview TOOL ARGUMENTS [name=value]… (cache=DIRECTORY, namespace=NAME, and asked=ARGUMENTS go through a cache)
 *     results query FILTER [name=value]…
 *     results partial [name=value]… -- PIECE…      (the pieces instead of standard input)
 *
 * The status is 0, 1 for a text that was refused, or 2.
 *
 *     cc results.c -I ../include -L ../target/release -ljmend_c -o results
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "jmend.h"

static int show(JmendStatus status, JmendOutput *output, JmendError *error) {
    if (status != JMEND_STATUS_OK) return refuse(status, error);
    print(stdout, jmend_output_text(output));
    putchar('\n');
    jmend_output_free(output);
    return 0;
}

static int cache_key(const char *tool, const char *space, const char *text, size_t len) {
    JmendOutput *key = NULL, *hashed = NULL;
    JmendError *error;
    JmendStatus status = jmend_cache_key(tool, text, len, space, &key, &hashed, &error);
    int done = show(status, key, error);
    if (done == 0) show(JMEND_STATUS_OK, hashed, NULL);
    return done;
}

/* What is set by "name=value": the value, behind the name. */
static char *value_of(char *given) {
    char *value = strchr(given, '=');
    if (value) *value++ = '\0';
    return value;
}

/* A preview; with "cache" also what the cache gives for the call, and its entries. */
static int preview(const char *tool, const char *arguments, int count, char **given, const char *text, size_t len) {
    JmendPreview *wanted = jmend_preview_new();
    JmendCache *cache = NULL;
    JmendOutput *output = NULL;
    JmendError *error = NULL;
    const char *asked = arguments;
    JmendStatus status = JMEND_STATUS_OK;
    for (int i = 0; i < count && status == JMEND_STATUS_OK; i++) {
        char *value = value_of(given[i]);
        if (strcmp(given[i], "cache") == 0) {
            status = jmend_cache_new(value, &cache, &error);
        } else if (strcmp(given[i], "namespace") == 0) {
            status = jmend_cache_set(cache, "namespace", value, &error);
        } else if (strcmp(given[i], "asked") == 0) {
            asked = value;
        } else {
            status = jmend_preview_set(wanted, given[i], value, &error);
        }
    }
    jmend_preview_cache(wanted, cache);
    if (status == JMEND_STATUS_OK) {
        status = jmend_preview(tool, arguments, strlen(arguments), text, len, wanted, &output, &error);
    }
    int done = show(status, output, error);
    if (done == 0 && cache) {
        bool found = false;
        status = jmend_cache_has(cache, tool, asked, strlen(asked), &found, &error);
        if (status == JMEND_STATUS_OK) status = jmend_cache_get(cache, tool, asked, strlen(asked), &output, &error);
        if (status == JMEND_STATUS_OK && found != (output != NULL)) done = 2;
        if (status != JMEND_STATUS_OK || output) {
            done |= show(status, output, error);
        } else {
            puts("none");
        }
        status = jmend_cache_entries(cache, &output, &error);
        done |= show(status, output, error);
    }
    jmend_cache_free(cache);
    jmend_preview_free(wanted);
    return done;
}

/* All outputs of a filter. */
static int query(const char *filter, int count, char **given, const char *text, size_t len) {
    JmendQuery *wanted = jmend_query_new();
    JmendOutput *output = NULL;
    JmendError *error = NULL;
    JmendStatus status = JMEND_STATUS_OK;
    for (int i = 0; i < count && status == JMEND_STATUS_OK; i++) {
        char *value = value_of(given[i]);
        status = jmend_query_set(wanted, given[i], value, value ? strlen(value) : 0, &error);
    }
    if (status == JMEND_STATUS_OK) status = jmend_query(text, len, filter, wanted, &output, &error);
    jmend_query_free(wanted);
    return show(status, output, error);
}

static int repaired(JmendStatus status, JmendRepaired *found, JmendError *error) {
    if (status != JMEND_STATUS_OK) return refuse(status, error);
    printf("%s %zu ", jmend_repaired_is_truncated(found) ? "cut" : "whole", jmend_repaired_document_count(found));
    print(stdout, jmend_repaired_text(found));
    putchar('\n');
    jmend_repaired_free(found);
    return 0;
}

/* What is certain of a document after each piece, with the number of the piece; then the whole. */
static int partial(int count, char **given) {
    JmendOptions *options = jmend_options_new();
    JmendError *error = NULL;
    JmendStatus status = JMEND_STATUS_OK;
    int i = 0;
    for (; i < count && strcmp(given[i], "--") != 0 && status == JMEND_STATUS_OK; i++) {
        char *value = value_of(given[i]);
        status = jmend_options_set(options, given[i], value, &error);
    }
    JmendPartial *growing = jmend_partial_new(options);
    int first = ++i;
    for (; i < count && status == JMEND_STATUS_OK; i++) {
        bool is_shown = false;
        status = jmend_partial_push(growing, given[i], strlen(given[i]), &is_shown, &error);
        if (!is_shown) continue;
        printf("%d ", i - first);
        print(stdout, jmend_partial_value(growing));
        putchar('\n');
    }
    JmendRepaired *found = NULL;
    if (status == JMEND_STATUS_OK) status = jmend_partial_finish(growing, &found, &error);
    int done = repaired(status, found, error);
    jmend_partial_free(growing);
    jmend_options_free(options);
    return done;
}

/* The arguments of one call, and what is counted of them. */
static int arguments(const char *path, const char *tool, const char *text, size_t len) {
    FILE *file = fopen(path, "rb");
    if (!file) return 2;
    size_t list_len;
    char *list = read_all(file, &list_len);
    fclose(file);
    JmendTools *tools = NULL;
    JmendRepaired *found = NULL;
    JmendStats *stats = NULL;
    JmendOutput *counts = NULL;
    JmendError *error = NULL;
    JmendStatus status = jmend_tools_new(list, list_len, &tools, &error);
    if (status == JMEND_STATUS_OK) status = jmend_stats_new(NULL, &stats, &error);
    if (status == JMEND_STATUS_OK) status = jmend_arguments(tools, tool, text, len, NULL, &found, &error);
    if (status == JMEND_STATUS_OK) status = jmend_stats_repaired(stats, tool, found, &error);
    if (status == JMEND_STATUS_REFUSED) jmend_stats_failed(stats, tool, error, NULL);
    int done = repaired(status, found, error);
    if (stats) {
        status = jmend_stats_json(stats, &counts, &error);
        done |= show(status, counts, error);
    }
    jmend_stats_free(stats);
    jmend_tools_free(tools);
    free(list);
    return done;
}

int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "partial") == 0) return partial(argc - 2, argv + 2);
    size_t len;
    char *text = read_all(stdin, &len);
    JmendOutput *output = NULL;
    JmendError *error = NULL;
    int done = 2;
    if (text && strcmp(command, "normalize") == 0) {
        JmendStatus status = jmend_normalize(text, len, NULL, &output, &error);
        done = show(status, output, error);
    } else if (text && strcmp(command, "canonical") == 0) {
        JmendStatus status = jmend_canonical(text, len, NULL, &output, &error);
        done = show(status, output, error);
    } else if (text && argc > 2 && strcmp(command, "cache-key") == 0) {
        done = cache_key(argv[2], argc > 3 ? argv[3] : NULL, text, len);
    } else if (text && argc > 2 && strcmp(command, "query") == 0) {
        done = query(argv[2], argc - 3, argv + 3, text, len);
    } else if (text && argc > 3 && strcmp(command, "preview") == 0) {
        done = preview(argv[2], argv[3], argc - 4, argv + 4, text, len);
    } else if (text && argc > 3 && strcmp(command, "arguments") == 0) {
        done = arguments(argv[2], argv[3], text, len);
    }
    free(text);
    return done;
}
