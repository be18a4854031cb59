/* Repairs what it reads from standard input, or with the argument "calls" finds the tool calls in it. A file of definitions of tools and
 * options (max-risk=syntax) may follow. With "eval-json" it runs the program that it reads; context=JSON and value:NAME=JSON give it data. What is repaired goes to standard output, what was changed or is wrong to standard error; the status is 0, 1 for a text
 * that was refused, or 2.
 *
 *     cc repair.c -I ../include -L ../target/release -ljmend_c -o repair
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "jmend.h"

static int find_calls(const char *text, size_t len, const char *tools, size_t tools_len, const JmendOptions *options) {
    JmendCalls *calls;
    JmendError *error;
    JmendTools *known = NULL;
    JmendStatus status = tools ? jmend_tools_new(tools, tools_len, &known, &error) : JMEND_STATUS_OK;
    if (status == JMEND_STATUS_OK) status = jmend_calls_with(text, len, known, options, &calls, &error);
    jmend_tools_free(known);
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
        JmendViolation violation;
        for (size_t k = 0; jmend_calls_refused_violation(calls, i, k, &violation); k++) {
            fputs("violation: ", stderr);
            print(stderr, violation.keyword);
            fputs(" at ", stderr);
            print(stderr, violation.path);
            fputs(": ", stderr);
            print(stderr, violation.message);
            fputc('\n', stderr);
        }
        print(stderr, jmend_calls_refused_feedback(calls, i));
        fputc('\n', stderr);
    }
    jmend_calls_free(calls);
    return refused > 0;
}

static int repair(const char *text, size_t len, const JmendOptions *options) {
    JmendRepaired *repaired;
    JmendError *error;
    JmendStatus status = jmend_repair(text, len, options, &repaired, &error);
    if (status != JMEND_STATUS_OK) return refuse(status, error);
    print(stdout, jmend_repaired_text(repaired));
    fputs("risk ", stderr);
    print(stderr, jmend_repaired_risk(repaired));
    fprintf(stderr, ", confidence %.2f, cause ", jmend_repaired_confidence(repaired));
    print(stderr, jmend_repaired_cause(repaired));
    fputc('\n', stderr);
    JmendFix fix;
    for (size_t i = 0; jmend_repaired_fix(repaired, i, &fix); i++) {
        fprintf(stderr, "bytes %zu to %zu: ", fix.start, fix.end);
        print(stderr, fix.code);
        fputc('\n', stderr);
    }
    jmend_repaired_free(repaired);
    return 0;
}

/* A tool of a program: returns its arguments as its result. */
static void echo(void *user, JmendText tool, JmendText arguments, JmendAnswer *answer) {
    (void)user, (void)tool;
    if (arguments.len == 2) {
        const char *why = "there are no arguments";
        jmend_answer_fail(answer, why, strlen(why));
    } else {
        jmend_answer_set(answer, arguments.data, arguments.len);
    }
}

/* Sets what a program is run with: "context={...}", or the value of a tool, "value:NAME=JSON". */
static JmendStatus give(JmendEval *eval, char *given, JmendError **error) {
    char *value = strchr(given, '=');
    *value++ = '\0';
    if (strncmp(given, "value:", 6) == 0) return jmend_eval_value(eval, given + 6, value, strlen(value), error);
    return jmend_eval_set(eval, given, value, strlen(value), error);
}

static int eval_json(const char *text, size_t len, int count, char **given) {
    JmendEval *eval = jmend_eval_new();
    JmendOptions *options = jmend_options_new();
    JmendEvaluated *evaluated = NULL;
    JmendError *error = NULL;
    JmendStatus status = jmend_eval_function(eval, "echo", echo, NULL, &error);
    for (int i = 0; i < count && status == JMEND_STATUS_OK; i++) {
        int is_depth = strncmp(given[i], "max-depth=", 10) == 0;
        status = is_depth ? jmend_options_set(options, "max-depth", given[i] + 10, &error) : give(eval, given[i], &error);
    }
    if (status == JMEND_STATUS_OK) status = jmend_eval_json(text, len, eval, options, &evaluated, &error);
    if (status == JMEND_STATUS_OK) {
        JmendText texts[] = {jmend_evaluated_result(evaluated), jmend_evaluated_memory_delta(evaluated), jmend_evaluated_memory(evaluated)};
        for (int i = 0; i < 3; i++) {
            print(stdout, texts[i]);
            putchar('\n');
        }
    } else {
        fputs("path ", stderr);
        print(stderr, jmend_error_path(error));
        fputs("\nsuggestion ", stderr);
        print(stderr, jmend_error_suggestion(error));
        fputc('\n', stderr);
    }
    jmend_evaluated_free(evaluated);
    jmend_options_free(options);
    jmend_eval_free(eval);
    return status == JMEND_STATUS_OK ? 0 : refuse(status, error);
}

/* Sets an option that is written as "name=value". */
static JmendStatus set(JmendOptions *options, char *given, JmendError **error) {
    char *value = strchr(given, '=');
    *value = '\0';
    return jmend_options_set(options, given, value + 1, error);
}

int main(int argc, char **argv) {
    size_t len, tools_len = 0;
    char *tools = NULL, *text = read_all(stdin, &len);
    if (text && argc > 1 && strcmp(argv[1], "eval-json") == 0) {
        int status = eval_json(text, len, argc - 2, argv + 2);
        free(text);
        return status;
    }
    JmendOptions *options = jmend_options_new();
    int status = text ? 0 : 2;
    for (int i = 2; i < argc && status == 0; i++) {
        JmendError *error;
        if (strchr(argv[i], '=')) {
            if (set(options, argv[i], &error) != JMEND_STATUS_OK) status = refuse(JMEND_STATUS_USAGE, error);
            continue;
        }
        FILE *file = tools ? NULL : fopen(argv[i], "rb");
        if (file) {
            tools = read_all(file, &tools_len);
            fclose(file);
        }
        if (!file || !tools) status = 2;
    }
    if (status == 0) {
        int wants_calls = argc > 1 && strcmp(argv[1], "calls") == 0;
        status = wants_calls ? find_calls(text, len, tools, tools_len, options) : repair(text, len, options);
    }
    jmend_options_free(options);
    free(tools);
    free(text);
    return status;
}
