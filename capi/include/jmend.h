// The C interface of jmend. Written by cbindgen from src/: JMEND_WRITE=1 cargo test --locked in this folder.
//
// Texts are UTF-8 and need no NUL at their end. What a function gives as a new object belongs to the caller, who frees it with
// the function of its name; a JmendText belongs to the object that it comes from and is valid as long as that. Objects do not
// change once they are made, so any threads may read them at the same time; only JmendOptions, JmendEval, JmendQuery, JmendPreview,
// JmendCache, JmendStats, and JmendPartial must not be changed while they are used. NULL is allowed for what is to be freed, for options and
// for errors that are of no interest. No function aborts, or keeps a pointer to a text of the caller's.


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

// The answer of a function to a program.
typedef struct JmendAnswer JmendAnswer;

// A cache directory.
typedef struct JmendCache JmendCache;

// The calls of a message.
typedef struct JmendCalls JmendCalls;

// Why a text was refused, and where.
typedef struct JmendError JmendError;

// The data, the tools, and the limits of a program.
typedef struct JmendEval JmendEval;

// The result of a program, and the memory that it leaves.
typedef struct JmendEvaluated JmendEvaluated;

// How texts are repaired.
typedef struct JmendOptions JmendOptions;

// A text that the library wrote.
typedef struct JmendOutput JmendOutput;

// A text that comes in pieces, and what is known of its document by now.
typedef struct JmendPartial JmendPartial;

// The options of a preview.
typedef struct JmendPreview JmendPreview;

// What a filter is run with.
typedef struct JmendQuery JmendQuery;

// A repaired text.
typedef struct JmendRepaired JmendRepaired;

// Counts that add up.
typedef struct JmendStats JmendStats;

// Definitions of tools, read once.
typedef struct JmendTools JmendTools;

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

// The line of that place, from 1; 0 where a filter failed at no place.
size_t jmend_error_line(const JmendError *error);

// The column of that place in characters, from 1; 0 where a filter failed at no place.
size_t jmend_error_column(const JmendError *error);

// The place in a program, a JSON Pointer; none where the error is not one of a program, or its place is not known.
JmendText jmend_error_path(const JmendError *error);

// The name that was probably meant in a program; none where that is not known.
JmendText jmend_error_suggestion(const JmendError *error);

// Frees an error.
void jmend_error_free(JmendError *error);

// Names the directory, which appears with the first result; that of `jmend cache` and of the other libraries is the same. A path is
// UTF-8. On `JMEND_STATUS_OK` `cache` is a new object, to be freed with `jmend_cache_free`, and `error` is NULL; otherwise it is the
// other way round. Any threads and processes may use a directory at the same time.
JmendStatus jmend_cache_new(const char *directory,
                            JmendCache **cache,
                            JmendError **error);

// Sets "namespace", which separates the results of a tenant, a model, or a tool version; "max-size" to the bytes that may lie in the
// directory, where 0 is no limit; or "max-age" to the seconds after which a result is removed. The error says what the option takes.
JmendStatus jmend_cache_set(JmendCache *cache,
                            const char *name,
                            const char *value,
                            JmendError **error);

// Frees the name of a directory, which stays as it is.
void jmend_cache_free(JmendCache *cache);

// Reads the result of a call. `arguments` is one JSON document of `len` bytes. On `JMEND_STATUS_OK` `result` is a new object, to be freed
// with `jmend_output_free`, or NULL if there is no result. A damaged result, and what the system does not allow, are refused with
// the code "io".
JmendStatus jmend_cache_get(const JmendCache *cache,
                            const char *tool,
                            const char *arguments,
                            size_t len,
                            JmendOutput **result,
                            JmendError **error);

// Writes to `found` whether there is a result of a call.
JmendStatus jmend_cache_has(const JmendCache *cache,
                            const char *tool,
                            const char *arguments,
                            size_t len,
                            bool *found,
                            JmendError **error);

// Stores the result of a call, byte for byte: JSON of `result_len` bytes, or text with `is_text`. `stored` may be NULL; it is false if the
// result is larger than "max-size", so that it was not kept.
JmendStatus jmend_cache_put(const JmendCache *cache,
                            const char *tool,
                            const char *arguments,
                            size_t len,
                            const char *result,
                            size_t result_len,
                            bool is_text,
                            bool *stored,
                            JmendError **error);

// Removes the result of a call. `removed` may be NULL; it says whether there was one.
JmendStatus jmend_cache_remove(const JmendCache *cache,
                               const char *tool,
                               const char *arguments,
                               size_t len,
                               bool *removed,
                               JmendError **error);

// Lists what lies in the directory, in every namespace, the oldest first: a JSON array with the objects that `jmend cache ls` prints. On
// `JMEND_STATUS_OK` `list` is a new object, to be freed with `jmend_output_free`.
JmendStatus jmend_cache_entries(const JmendCache *cache,
                                JmendOutput **list,
                                JmendError **error);

// Removes what "max-size" and "max-age" do not allow, damaged results, and temporary files that their writers left. On
// `JMEND_STATUS_OK` `removed` is a new object, to be freed with `jmend_output_free`: a JSON object that counts "entries", "bytes",
// "abandoned", and "corrupt".
JmendStatus jmend_cache_collect(const JmendCache *cache,
                                JmendOutput **removed,
                                JmendError **error);

// Reads a JSON list of definitions of `len` bytes, as an API takes it, to find calls with it many times. On `JMEND_STATUS_OK` `tools` is a
// new object, to be freed with `jmend_tools_free`, and `error` is NULL; otherwise it is the other way round. Any threads may use
// it at the same time.
JmendStatus jmend_tools_new(const char *list,
                            size_t len,
                            JmendTools **tools,
                            JmendError **error);

// Frees definitions of tools.
void jmend_tools_free(JmendTools *tools);

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

// Does the same with tools that were read before, or with NULL.
JmendStatus jmend_calls_with(const char *text,
                             size_t len,
                             const JmendTools *tools,
                             const JmendOptions *options,
                             JmendCalls **calls,
                             JmendError **error);

// Repairs the arguments of one call of `tool`, and fits them to its schema: a text of `len` bytes, without the message around it. A
// string that holds the object becomes it; an empty text and null become {}. A tool that is not in the list takes any object. On
// `JMEND_STATUS_OK` `repaired` is a new object, to be freed with `jmend_repaired_free`, and `error` is NULL; otherwise it is the
// other way round, and the code is "schema" where the value is no object or does not fit.
JmendStatus jmend_arguments(const JmendTools *tools,
                            const char *tool,
                            const char *text,
                            size_t len,
                            const JmendOptions *options,
                            JmendRepaired **repaired,
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

// Returns what to tell a model so that it writes programs: every operation with an example. The text lasts as long as the process.
JmendText jmend_program_prompt(void);

// Returns the JSON Schema of programs; `strict` is the one that endpoints with strict output formats take. The text lasts as long as the
// process.
JmendText jmend_program_schema(bool strict);

// Nothing to compute on, no tools, and the limits of the program: 1 second, 64 MiB. Freed with `jmend_eval_free`.
JmendEval *jmend_eval_new(void);

// Sets what a program is run with, as a copy of `len` bytes. "context" and "memory" are JSON objects, "tools" a JSON list of definitions, of
// which a program may call what they expose to programs. "timeout" is a number of milliseconds, "max-memory" and "max-result" of
// bytes; 0 is no limit. "strict-types" and "repair" are "true" or "false": with "repair" the text of the program is repaired first,
// by the options of `jmend_eval_json`, and one that is cut off is refused. The error says what the option takes.
JmendStatus jmend_eval_set(JmendEval *eval,
                           const char *name,
                           const char *value,
                           size_t len,
                           JmendError **error);

// Adds a tool that always gives this JSON value of `len` bytes, which are copied. It goes before a function of the same name.
JmendStatus jmend_eval_value(JmendEval *eval,
                             const char *tool,
                             const char *value,
                             size_t len,
                             JmendError **error);

// Adds a tool that is a function. It gets `user` as it is, which may be NULL, the name of the tool, and the arguments, a JSON object; it sets
// the answer with `jmend_answer_set` or `jmend_answer_fail` before it returns. It runs on the thread that calls `jmend_eval_json`, and
// nothing interrupts it.
JmendStatus jmend_eval_function(JmendEval *eval,
                                const char *tool,
                                void (*function)(void *user,
                                                 JmendText tool,
                                                 JmendText arguments,
                                                 JmendAnswer *answer),
                                void *user,
                                JmendError **error);

// Answers a program with the result of a tool: JSON of `len` bytes, which are copied.
void jmend_answer_set(JmendAnswer *answer, const char *json, size_t len);

// Answers a program that the tool failed, with a sentence of `len` bytes that says why; they are copied.
void jmend_answer_fail(JmendAnswer *answer,
                       const char *message,
                       size_t len);

// Runs one PTC-JSON program of `len` bytes, as the command `jmend eval-json` does. `eval` and `options` may be NULL; of `options` the
// depth counts, and the rest with "repair". On `JMEND_STATUS_OK` `evaluated` is a new object, to be freed with
// `jmend_evaluated_free`, and `error` is NULL; otherwise it is the other way round. The error has a code, "`parse_error`",
// "`validation_error`", "`execution_error`", "timeout", "`memory_exceeded`" or "`depth_exceeded`", and `jmend_error_path`; "context",
// "memory", "tools" and "value" are about data of a wrong kind.
JmendStatus jmend_eval_json(const char *program,
                            size_t len,
                            const JmendEval *eval,
                            const JmendOptions *options,
                            JmendEvaluated **evaluated,
                            JmendError **error);

// The result, as compact JSON.
JmendText jmend_evaluated_result(const JmendEvaluated *evaluated);

// The JSON object of all that is in memory now: "memory" of the next program.
JmendText jmend_evaluated_memory(const JmendEvaluated *evaluated);

// The JSON object of what the program added to memory.
JmendText jmend_evaluated_memory_delta(const JmendEvaluated *evaluated);

// Frees what a program returned.
void jmend_evaluated_free(JmendEvaluated *evaluated);

// Frees what programs are run with.
void jmend_eval_free(JmendEval *eval);

// A text without a piece. `options` may be NULL and are copied. Freed with `jmend_partial_free`.
JmendPartial *jmend_partial_new(const JmendOptions *options);

// Adds a piece of `len` bytes. `is_shown` may be NULL; it says whether `jmend_partial_value` shows more than before.
JmendStatus jmend_partial_push(JmendPartial *partial,
                               const char *piece,
                               size_t len,
                               bool *is_shown,
                               JmendError **error);

// What is certain of the document by now, as strict JSON; none as long as nothing is. It is valid until the next piece.
JmendText jmend_partial_value(const JmendPartial *partial);

// Repairs the whole text, which has ended, as `jmend_repair` does. On `JMEND_STATUS_OK` `repaired` is a new object, to be freed with
// `jmend_repaired_free`, and `error` is NULL; otherwise it is the other way round.
JmendStatus jmend_partial_finish(const JmendPartial *partial,
                                 JmendRepaired **repaired,
                                 JmendError **error);

// Frees a text that came in pieces.
void jmend_partial_free(JmendPartial *partial);

// The program `jmend`, no variables, and its limits: 10 seconds, 1 GiB of memory, 256 MiB of output. Freed with `jmend_query_free`.
JmendQuery *jmend_query_new(void);

// Sets what a filter is run with, as a copy of `len` bytes. "variables" is a JSON object of the values that the filter sees as `$NAME`.
// "slurp" is "true" or "false": the filter gets all documents as one array. "timeout" is a number of milliseconds, beside 100 for each
// MiB of data; "max-memory" and "max-output" are numbers of bytes; 0 is no limit. "program" is the program that runs the filter,
// "jmend" where the system finds programs, or a path. The error says what the option takes.
JmendStatus jmend_query_set(JmendQuery *query,
                            const char *name,
                            const char *value,
                            size_t len,
                            JmendError **error);

// Frees what filters are run with.
void jmend_query_free(JmendQuery *query);

// Runs a jq filter over JSON of `len` bytes, one document or several, as the command `jmend query` does: the program, which must be
// installed, runs it in a process that the system holds within the limits. The output has each output of the filter on a line of its own.
// `query` may be NULL. On `JMEND_STATUS_OK` `output` is a new object, to be freed with `jmend_output_free`, and `error` is NULL;
// otherwise it is the other way round. A refusal has the code "syntax" for text that is no JSON, "filter" for a filter that cannot be
// read or fails, "stopped" for one that reached a limit, and "halt" for one that ended itself with a status. The code "program", with
// `JMEND_STATUS_USAGE`, says that the program cannot be run or failed for another reason. Waits for the process, so the caller must
// not ignore SIGCHLD.
JmendStatus jmend_query(const char *data,
                        size_t len,
                        const char *filter,
                        const JmendQuery *query,
                        JmendOutput **output,
                        JmendError **error);

// The text.
JmendText jmend_output_text(const JmendOutput *output);

// Frees a text.
void jmend_output_free(JmendOutput *output);

// Writes JSON of `len` bytes with `_` for `-` in all keys, and every other byte as it is; each document ends with a line feed.
// `on_collision` says which of two keys that become equal stays: "first" or "last"; with "error" or NULL the text is refused. On
// `JMEND_STATUS_OK` `output` is a new object, to be freed with `jmend_output_free`, and `error` is NULL; otherwise it is the other
// way round.
JmendStatus jmend_normalize(const char *text,
                            size_t len,
                            const char *on_collision,
                            JmendOutput **output,
                            JmendError **error);

// Writes one JSON document of `len` bytes in its canonical form: `_` for `-` in keys, sorted keys, and one spelling for strings and
// numbers. `numbers` is "exact" for decimals of any size, which NULL is too, or
// "double" for those of RFC 8785. On `JMEND_STATUS_OK` `output` is a new object, to be freed with `jmend_output_free`, and `error` is
// NULL; otherwise it is the other way round.
JmendStatus jmend_canonical(const char *text,
                            size_t len,
                            const char *numbers,
                            JmendOutput **output,
                            JmendError **error);

// Writes the cache key of a call, "jk1-…": equal calls have equal keys, in any spelling. `arguments` is one JSON document of `len` bytes.
// `space` separates the keys of a tenant, a model, or a tool version, and may be NULL. `text` may be NULL, or a place for the text that
// the key is the hash of. On `JMEND_STATUS_OK` `key` and that are new objects, to be freed with `jmend_output_free`, and `error` is
// NULL; otherwise it is the other way round.
JmendStatus jmend_cache_key(const char *tool,
                            const char *arguments,
                            size_t len,
                            const char *space,
                            JmendOutput **key,
                            JmendOutput **text,
                            JmendError **error);

// A preview of the shape and the size. Freed with `jmend_preview_free`.
JmendPreview *jmend_preview_new(void);

// Sets what a preview shows: "rows" to a number of first items, "profile" to "true", "at" to the JSON Pointer of the rows, "sample" to
// "head:3", "tail:3" or "random:3", "max-bytes" to the size that the preview may have, and "hint" to the sentence that tells the model
// how to reach the full result that you keep. The error says what the option takes.
JmendStatus jmend_preview_set(JmendPreview *preview,
                              const char *name,
                              const char *value,
                              JmendError **error);

// Lets the preview store the result in this cache, unless it tells of an error, and tell the model that it is there. The cache is copied.
void jmend_preview_cache(JmendPreview *preview,
                         const JmendCache *cache);

// Frees the options of a preview.
void jmend_preview_free(JmendPreview *preview);

// Describes the result of a call for a model, as one JSON object: its shape, its size, and how to reach the rest. `arguments` is a JSON
// object, `result` one JSON document or text; `preview` may be NULL. On `JMEND_STATUS_OK` `output` is a new object, to be freed with
// `jmend_output_free`, and `error` is NULL; otherwise it is the other way round.
JmendStatus jmend_preview(const char *tool,
                          const char *arguments,
                          size_t arguments_len,
                          const char *result,
                          size_t len,
                          const JmendPreview *preview,
                          JmendOutput **output,
                          JmendError **error);

// Starts at zero. `provider` is who made the answers of the model, or NULL. On `JMEND_STATUS_OK` `stats` is a new object, to be freed
// with `jmend_stats_free`, and `error` is NULL; otherwise it is the other way round.
JmendStatus jmend_stats_new(const char *provider,
                            JmendStats **stats,
                            JmendError **error);

// Reads counts that `jmend_stats_json` or the program wrote: JSON of `len` bytes. They are a new object, as above.
JmendStatus jmend_stats_parse(const char *json,
                              size_t len,
                              JmendStats **stats,
                              JmendError **error);

// Counts a repaired text; `tool` may be NULL.
JmendStatus jmend_stats_repaired(JmendStats *stats,
                                 const char *tool,
                                 const JmendRepaired *repaired,
                                 JmendError **error);

// Counts the calls of a message, and those that were refused.
JmendStatus jmend_stats_calls(JmendStats *stats, const JmendCalls *calls, JmendError **error);

// Counts a text or the arguments of a call that were refused with this error; `tool` may be NULL.
JmendStatus jmend_stats_failed(JmendStats *stats,
                               const char *tool,
                               const JmendError *failure,
                               JmendError **error);

// Adds what was counted elsewhere.
void jmend_stats_merge(JmendStats *stats, const JmendStats *other);

// Writes the counts as one JSON object, as `--stats` does; `jmend stats` reads it. On `JMEND_STATUS_OK` `output` is a new object, to be
// freed with `jmend_output_free`.
JmendStatus jmend_stats_json(const JmendStats *stats,
                             JmendOutput **output,
                             JmendError **error);

// Frees counts.
void jmend_stats_free(JmendStats *stats);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* JMEND_H */
