/* What the examples share: a file as a whole, a text of the library on a stream, and an error in words. */
#ifndef COMMON_H
#define COMMON_H

#include <stdio.h>
#include <stdlib.h>

#include "jmend.h"

static void print(FILE *out, JmendText text) { if (text.len) fwrite(text.data, 1, text.len, out); }

/* All of a file; NULL where there is no memory for it. */
static char *read_all(FILE *in, size_t *len) {
    size_t room = 1 << 16;
    char *text = malloc(room);
    *len = 0;
    while (text) {
        size_t got = fread(text + *len, 1, room - *len, in);
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
    /* What is not about a place in a text has line 0. */
    if (jmend_error_line(error)) {
        fprintf(stderr, "line %zu, column %zu: ", jmend_error_line(error), jmend_error_column(error));
    }
    fputs("error[", stderr);
    print(stderr, jmend_error_code(error));
    fputs("]: ", stderr);
    print(stderr, jmend_error_message(error));
    fputc('\n', stderr);
    JmendText feedback = jmend_error_feedback(error);
    if (feedback.len) {
        print(stderr, feedback);
        fputc('\n', stderr);
    }
    jmend_error_free(error);
    return status == JMEND_STATUS_REFUSED ? 1 : 2;
}

#endif
