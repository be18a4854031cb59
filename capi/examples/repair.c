/* Repairs what it reads from standard input, or with the argument "calls" finds the tool calls in it. What is repaired goes to
 * standard output, what was changed or is wrong to standard error; the status is 0, 1 for a text that was refused, or 2.
 *
 *     cc repair.c -I ../include -L ../target/release -ljmend_c -o repair
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jmend.h"

static void print(FILE *out, JmendText text) { fwrite(text.data, 1, text.len, out); }

/* All of standard input; NULL where there is no memory for it. */
static char *read_all(size_t *len) {
    size_t room = 1 << 16;
    char *text = malloc(room);
    *len = 0;
    while (text) {
        size_t got = fread(text + *len, 1, room - *len, stdin);
        if (got == 0) break;
        *len += got;
        if (*len == room) {
            char *more = realloc(text, room *= 2);
            if (!more) free(text);
            text = more;
        }
    }
    return text;
}

static int refuse(JmendStatus status, JmendError *error) {
    fprintf(stderr, "line %zu, column %zu: error[", jmend_error_line(error), jmend_error_column(error));
    print(stderr, jmend_error_code(error));
    fputs("]: ", stderr);
    print(stderr, jmend_error_message(error));
    fputc('\n', stderr);
    jmend_error_free(error);
    return status == JMEND_STATUS_REFUSED ? 1 : 2;
}

static int find_calls(const char *text, size_t len) {
    JmendCalls *calls;
    JmendError *error;
    JmendStatus status = jmend_calls(text, len, NULL, 0, NULL, &calls, &error);
    if (status != JMEND_STATUS_OK) return refuse(status, error);
    for (size_t i = 0; i < jmend_calls_count(calls); i++) {
        print(stdout, jmend_calls_json(calls, i));
        putchar('\n');
    }
    size_t refused = jmend_calls_refused_count(calls);
    for (size_t i = 0; i < refused; i++) {
        fputs("refused: ", stderr);
        print(stderr, jmend_calls_refused_code(calls, i));
        fputc('\n', stderr);
    }
    jmend_calls_free(calls);
    return refused > 0;
}

static int repair(const char *text, size_t len) {
    JmendRepaired *repaired;
    JmendError *error;
    JmendStatus status = jmend_repair(text, len, NULL, &repaired, &error);
    if (status != JMEND_STATUS_OK) return refuse(status, error);
    print(stdout, jmend_repaired_text(repaired));
    JmendFix fix;
    for (size_t i = 0; jmend_repaired_fix(repaired, i, &fix); i++) {
        fprintf(stderr, "bytes %zu to %zu: ", fix.start, fix.end);
        print(stderr, fix.code);
        fputc('\n', stderr);
    }
    jmend_repaired_free(repaired);
    return 0;
}

int main(int argc, char **argv) {
    size_t len;
    char *text = read_all(&len);
    if (!text) return 2;
    int status = argc > 1 && strcmp(argv[1], "calls") == 0 ? find_calls(text, len) : repair(text, len);
    free(text);
    return status;
}
