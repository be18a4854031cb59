// The C interface of jmend. Written by cbindgen from src/lib.rs: JMEND_WRITE=1 cargo test --locked in this folder.
//
// Texts are UTF-8 and need no NUL at their end. What a function gives as a new object belongs to the caller, who frees it with
// the function of its name; a JmendText belongs to the object that it comes from and is valid as long as that. Objects do not
// change once they are made, so any threads may read them at the same time; only JmendOptions must not be set while they are
// used. NULL is allowed for what is to be freed, for options and for errors that are of no interest. No function aborts,
// or keeps a pointer to a text of the caller's.


#ifndef JMEND_H
#define JMEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What became of a request.
typedef enum {
  // It was done.
  JMEND_STATUS_OK = 0,
  // The text cannot be repaired, or not within the options: the error says why, and where.
  JMEND_STATUS_REFUSED = 1,
  // An argument is wrong: a null pointer, an option that there is not, a list of tools that is no JSON.
  JMEND_STATUS_USAGE = 2,
  // A fault of the library, which changed nothing. Please report it.
  JMEND_STATUS_INTERNAL = 3,
} JmendStatus;

// The calls of a message.
typedef struct JmendCalls JmendCalls;

// Why a text was refused, and where.
typedef struct JmendError JmendError;

// How texts are repaired.
typedef struct JmendOptions JmendOptions;

// A repaired text.
typedef struct JmendRepaired JmendRepaired;

// A text in memory of an object: `data` is NULL where there is none. No NUL stands at its end.
typedef struct {
  // Its first byte.
  const char *data;
  // Its bytes.
  size_t len;
} JmendText;

// One change of a text.
typedef struct {
  // What was wrong: a stable kebab-case name.
  JmendText code;
  // "syntax", "inferred" or "lossy".
  JmendText risk;
  // What was wrong, in a sentence.
  JmendText message;
  // The byte of the text that was given at which the change begins.
  size_t start;
  // The byte at which it ends.
  size_t end;
  // What stands there now; none for a remark on a larger change.
  JmendText replacement;
} JmendFix;

// One thing that the schema of a tool does not accept.
typedef struct {
  // The place in the arguments: a JSON Pointer.
  JmendText path;
  // The keyword of the schema that is violated.
  JmendText keyword;
  // Says what is wrong, in a sentence.
  JmendText message;
} JmendViolation;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, as "1.2.3".
const char *jmend_version(void);

// Options that are all at their defaults. Freed with `jmend_options_free`.
JmendOptions *jmend_options_new(void);

// Sets an option by the words of the program's flags: "max-risk" to "syntax", "min-confidence" to "0.9", "truncated" to "refuse";
// also "select", "from", "nan", "strategies", "max-depth". For calls of known tools there are "unknown-tools" ("keep", "drop" or
// "refuse") and "check" ("true" or "false"). The error says what the option takes.
JmendStatus jmend_options_set(JmendOptions *options,
                              const char *name,
                              const char *value,
                              JmendError **error);

// Frees options.
void jmend_options_free(JmendOptions *options);

// Repairs a text of `len` bytes. `options` may be NULL. On `JMEND_STATUS_OK` `repaired` is a new object, to be freed with
// `jmend_repaired_free`, and `error` is NULL; otherwise it is the other way round.
JmendStatus jmend_repair(const char *text,
                         size_t len,
                         const JmendOptions *options,
                         JmendRepaired **repaired,
                         JmendError **error);

// The repaired text: strict JSON, several documents one a line.
JmendText jmend_repaired_text(const JmendRepaired *repaired);

// The highest risk of all fixes: "syntax", "inferred" or "lossy"; none where nothing was changed.
JmendText jmend_repaired_risk(const JmendRepaired *repaired);

// The estimated probability that the value is what the writer meant, from 0 to 1.
double jmend_repaired_confidence(const JmendRepaired *repaired);

// Returns whether the text was cut off.
bool jmend_repaired_is_truncated(const JmendRepaired *repaired);

// The probable cause of the repair, a stable name such as "python-literal"; none where nothing was wrong or no cause is known.
JmendText jmend_repaired_cause(const JmendRepaired *repaired);

// How many documents the repaired text holds.
size_t jmend_repaired_document_count(const JmendRepaired *repaired);

// How many fixes there are.
size_t jmend_repaired_fix_count(const JmendRepaired *repaired);

// Writes the fix of a number, from 0, to `fix`. Returns whether there is one.
bool jmend_repaired_fix(const JmendRepaired *repaired, size_t index, JmendFix *fix);

// Frees a repaired text.
void jmend_repaired_free(JmendRepaired *repaired);

// The stable name of the cause: "no-json", "truncated", "risk", "depth", "usage", …
JmendText jmend_error_code(const JmendError *error);

// The cause in a sentence.
JmendText jmend_error_message(const JmendError *error);

// Returns the sentences for the model that wrote the text: what was wrong, where, and what to send instead. Empty for "usage".
JmendText jmend_error_feedback(const JmendError *error);

// The byte of the text at which it shows.
size_t jmend_error_offset(const JmendError *error);

// The line of that place, from 1.
size_t jmend_error_line(const JmendError *error);

// The column of that place in characters, from 1.
size_t jmend_error_column(const JmendError *error);

// Frees an error.
void jmend_error_free(JmendError *error);

// Finds the tool calls in a message of a model, an answer of an API, or a stream of events. `tools` is a JSON list of definitions, or
// NULL; so may be `options`. With tools, damaged names are settled, and arguments are converted if nothing is lost; a call whose
// arguments do not fit the schema of its tool is refused, unless "check" was set to "false". A tool whose schema cannot be used
// takes any arguments. A call that is cut off is refused unless "truncated" was set to "close". On `JMEND_STATUS_OK` `calls` is
// a new object, to be freed with `jmend_calls_free`, and `error` is NULL; otherwise it is the other way round.
JmendStatus jmend_calls(const char *text,
                        size_t len,
                        const char *tools,
                        size_t tools_len,
                        const JmendOptions *options,
                        JmendCalls **calls,
                        JmendError **error);

// Returns the number of calls.
size_t jmend_calls_count(const JmendCalls *calls);

// The call of a number, from 0, as the program writes it: {"name":…,"arguments":…}, with the id where there is one.
JmendText jmend_calls_json(const JmendCalls *calls,
                           size_t index);

// The name of its tool.
JmendText jmend_calls_name(const JmendCalls *calls, size_t index);

// Its arguments: the text of a JSON object.
JmendText jmend_calls_arguments(const JmendCalls *calls, size_t index);

// Its id as JSON text; none where the message gives none.
JmendText jmend_calls_id(const JmendCalls *calls, size_t index);

// The highest risk of all its fixes; none where nothing was changed.
JmendText jmend_calls_risk(const JmendCalls *calls, size_t index);

// Returns the number of blocks that were meant as calls and could not be handed out as such.
size_t jmend_calls_refused_count(const JmendCalls *calls);

// Why the block of a number, from 0, is no call: "truncated", "unknown-tool", "schema", …
JmendText jmend_calls_refused_code(const JmendCalls *calls, size_t index);

// The name of its tool; none where it could not be read.
JmendText jmend_calls_refused_name(const JmendCalls *calls, size_t index);

// Why it is no call, in a sentence.
JmendText jmend_calls_refused_message(const JmendCalls *calls, size_t index);

// Returns the sentences for the model that wrote it: what was wrong, where, and what to send instead.
JmendText jmend_calls_refused_feedback(const JmendCalls *calls,
                                       size_t index);

// Returns the number of things that the schema of its tool does not accept about its arguments; 0 for another reason.
size_t jmend_calls_refused_violation_count(const JmendCalls *calls,
                                           size_t index);

// Writes the violation of a number, from 0, to `violation`. Returns whether there is one.
bool jmend_calls_refused_violation(const JmendCalls *calls,
                                   size_t index,
                                   size_t number,
                                   JmendViolation *violation);

// Frees calls.
void jmend_calls_free(JmendCalls *calls);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* JMEND_H */
