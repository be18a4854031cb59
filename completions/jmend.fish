# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_jmend_global_optspecs
    string join \n h/help v/verbose q/quiet color= log-format= e/exit-status on-error= report= redact errors= skip= backup= dry-run any-file extract max-bytes= framing= l/lines j/jobs= o/output= nested= raw-keys= stats= stats-every= select= from= nan= max-risk= min-confidence= truncated= strategies= max-depth= config= no-config provider= schema= tool= tools= defaults lossy-coercions decode layout= c/compact p/pretty indent= S/sort-keys ascii fallback-command= fallback-timeout= partial i/in-place at= diff V/version
end

function __fish_jmend_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_jmend_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_jmend_using_subcommand
    set -l cmd (__fish_jmend_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c jmend -n "__fish_jmend_needs_command" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_needs_command" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_needs_command" -l on-error -d 'What to write for a record that fails [default: skip]' -r -f -a "skip\t'Leave it out'
null\t'Write null, which keeps lines aligned'
stop\t'End there'
raw\t'Write the original text as a JSON string'"
complete -c jmend -n "__fish_jmend_needs_command" -l report -l json -d 'Write one JSON object per record or call: value, risk, and fixes, or the error; =short groups fixes of one code' -r -f -a "full\t'Each with its place and its replacement'
short\t'One of each code: how many there are, and where the first is'"
complete -c jmend -n "__fish_jmend_needs_command" -l errors -d 'Write the records that failed to FILE, as they were' -r -F
complete -c jmend -n "__fish_jmend_needs_command" -l skip -d 'Leave out the first N records, which an earlier run handled' -r
complete -c jmend -n "__fish_jmend_needs_command" -l backup -d 'Keep the old file as FILE with SUFFIX [default: ~]' -r
complete -c jmend -n "__fish_jmend_needs_command" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_needs_command" -l framing -d 'How to split the input into records [default: document; lines if each line is one]' -r -f -a "document\t'All of a file is one record'
lines\t'Each line is a record'
nul\t'A NUL byte ends a record'
strings\t'Each line is a JSON string that holds the text of a record'
docker\t'Lines as docker\'s json-file driver logs them: pieces are joined, and the text of each line is a record'
cri\t'Lines as container runtimes of Kubernetes log them, joined in the same way'"
complete -c jmend -n "__fish_jmend_needs_command" -s j -l jobs -d 'Number of threads; 1 starts none [default: one per core]' -r
complete -c jmend -n "__fish_jmend_needs_command" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_needs_command" -l nested -d 'What to do with strings that hold JSON or Python structures [default: keep; normalize if the tool is known]' -r -f -a "keep\t'It stays as it is'
normalize\t'One that is not valid JSON becomes a string that is'
decode\t'The container takes its place'"
complete -c jmend -n "__fish_jmend_needs_command" -l raw-keys -d 'More keys whose values are text, like `cmd`, `content`, `path`, `code`, …' -r
complete -c jmend -n "__fish_jmend_needs_command" -l stats -d 'Write the metrics to FILE as JSON, or to standard error' -r -F
complete -c jmend -n "__fish_jmend_needs_command" -l stats-every -d 'Write FILE again after every N records, while the run goes on' -r
complete -c jmend -n "__fish_jmend_needs_command" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_needs_command" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_needs_command" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_needs_command" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_needs_command" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_needs_command" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_needs_command" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_needs_command" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_needs_command" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_needs_command" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_needs_command" -l schema -d 'JSON Schema of the values: convert them if nothing is lost, refuse what does not fit' -r -F
complete -c jmend -n "__fish_jmend_needs_command" -l tool -d 'The tool whose arguments each record holds, for its schema and its rules' -r
complete -c jmend -n "__fish_jmend_needs_command" -l tools -d 'Definitions of tools, in the shape of OpenAI, Anthropic, Gemini, or MCP' -r -F
complete -c jmend -n "__fish_jmend_needs_command" -l layout -d 'White space of the output [default: the command\'s own]' -r -f -a "keep\t'As the input has it'
compact\t'None; one line per value'
pretty\t'One member or item a line'"
complete -c jmend -n "__fish_jmend_needs_command" -l indent -d 'One level of indentation: a number of spaces (up to 16) or `tab`; implies -p' -r
complete -c jmend -n "__fish_jmend_needs_command" -l fallback-command -d 'Ask this command, for example a model, about each refused record; its answer passes the same gates' -r
complete -c jmend -n "__fish_jmend_needs_command" -l fallback-timeout -d 'Seconds that the command may take for one record' -r
complete -c jmend -n "__fish_jmend_needs_command" -l at -d 'Read JSON and repair the strings at this JSON Pointer; `*` is any key or item. Repeatable' -r
complete -c jmend -n "__fish_jmend_needs_command" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_needs_command" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_needs_command" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_needs_command" -s e -l exit-status -d 'Exit with 1 if anything needed repair; the output is still written'
complete -c jmend -n "__fish_jmend_needs_command" -l redact -d 'Leave excerpts of the text out of reports'
complete -c jmend -n "__fish_jmend_needs_command" -l dry-run -d 'Change no file; list those that would change'
complete -c jmend -n "__fish_jmend_needs_command" -l any-file -d 'Rewrite files of any name, not only JSON files'
complete -c jmend -n "__fish_jmend_needs_command" -l extract -d 'With --in-place, remove comments and wrappers'
complete -c jmend -n "__fish_jmend_needs_command" -s l -l lines -d 'Treat each line as a record: --framing lines'
complete -c jmend -n "__fish_jmend_needs_command" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_needs_command" -l defaults -d 'Fill in the defaults that a schema declares'
complete -c jmend -n "__fish_jmend_needs_command" -l lossy-coercions -d 'Convert even if something is lost: `yes`, `1,234`'
complete -c jmend -n "__fish_jmend_needs_command" -l decode -d 'With --at, write the value instead of a string'
complete -c jmend -n "__fish_jmend_needs_command" -s c -l compact -d 'No white space: one line per value'
complete -c jmend -n "__fish_jmend_needs_command" -s p -l pretty -d 'One member or item a line'
complete -c jmend -n "__fish_jmend_needs_command" -s S -l sort-keys -d 'Sort keys (RFC 8785); the `keep` layout becomes `compact`'
complete -c jmend -n "__fish_jmend_needs_command" -l ascii -d 'Escape characters beyond ASCII as \\u'
complete -c jmend -n "__fish_jmend_needs_command" -l partial -d 'From a pipe, show the document as it grows'
complete -c jmend -n "__fish_jmend_needs_command" -s i -l in-place -d 'Rewrite each FILE, completely or not at all'
complete -c jmend -n "__fish_jmend_needs_command" -l diff -d 'Show the lines that change, as a unified diff'
complete -c jmend -n "__fish_jmend_needs_command" -s V -l version -d 'Print version'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "repair" -d 'Repair almost-JSON: raw model output in, valid JSON out'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "calls" -d 'Read tool calls out of messages and API responses, in any format'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "check" -d 'Report errors in JSON files; exit with 1 if there is one'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "explain" -d 'Show what was wrong with a text, and what a repair does'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "stats" -d 'Say how many answers in a log broke, how, and in which models'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "preview" -d 'Preview a tool\'s result for a model: its shape and size'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "query" -d 'Run a jq filter over JSON, bounded in time, memory and output'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "eval-json" -d 'Run PTC-JSON programs over JSON, bounded in time and memory'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "cache" -d 'Manage stored results: get, has, ls, rm, gc, stat'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "cache-key" -d 'Print the canonical key of a tool call: equal calls, equal keys'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "normalize" -d 'Turn hyphens in keys into underscores, at every depth'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "expose" -d 'Say who may see which tool: the model, programs, or both'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "config" -d 'Show the settings in effect, and where each comes from'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "completions" -d 'Print a completion script for a shell'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "man" -d 'Write the manual pages'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "diff" -d 'Show the lines that a repair changes, as a unified diff'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "rule" -d 'Explain the code of a fix; without CODE, list all codes'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "report" -d 'Make an HTML page of what became of the answers in a log'
complete -c jmend -n "__fish_jmend_needs_command" -f -a "learn" -d 'Suggest settings for jmend.toml from reports'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l on-error -d 'What to write for a record that fails [default: skip]' -r -f -a "skip\t'Leave it out'
null\t'Write null, which keeps lines aligned'
stop\t'End there'
raw\t'Write the original text as a JSON string'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l report -l json -d 'Write one JSON object per record or call: value, risk, and fixes, or the error; =short groups fixes of one code' -r -f -a "full\t'Each with its place and its replacement'
short\t'One of each code: how many there are, and where the first is'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l errors -d 'Write the records that failed to FILE, as they were' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l skip -d 'Leave out the first N records, which an earlier run handled' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l backup -d 'Keep the old file as FILE with SUFFIX [default: ~]' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l framing -d 'How to split the input into records [default: document; lines if each line is one]' -r -f -a "document\t'All of a file is one record'
lines\t'Each line is a record'
nul\t'A NUL byte ends a record'
strings\t'Each line is a JSON string that holds the text of a record'
docker\t'Lines as docker\'s json-file driver logs them: pieces are joined, and the text of each line is a record'
cri\t'Lines as container runtimes of Kubernetes log them, joined in the same way'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s j -l jobs -d 'Number of threads; 1 starts none [default: one per core]' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l nested -d 'What to do with strings that hold JSON or Python structures [default: keep; normalize if the tool is known]' -r -f -a "keep\t'It stays as it is'
normalize\t'One that is not valid JSON becomes a string that is'
decode\t'The container takes its place'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l raw-keys -d 'More keys whose values are text, like `cmd`, `content`, `path`, `code`, …' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l stats -d 'Write the metrics to FILE as JSON, or to standard error' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l stats-every -d 'Write FILE again after every N records, while the run goes on' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l schema -d 'JSON Schema of the values: convert them if nothing is lost, refuse what does not fit' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l tool -d 'The tool whose arguments each record holds, for its schema and its rules' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l tools -d 'Definitions of tools, in the shape of OpenAI, Anthropic, Gemini, or MCP' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l layout -d 'White space of the output [default: the command\'s own]' -r -f -a "keep\t'As the input has it'
compact\t'None; one line per value'
pretty\t'One member or item a line'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l indent -d 'One level of indentation: a number of spaces (up to 16) or `tab`; implies -p' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l fallback-command -d 'Ask this command, for example a model, about each refused record; its answer passes the same gates' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l fallback-timeout -d 'Seconds that the command may take for one record' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l at -d 'Read JSON and repair the strings at this JSON Pointer; `*` is any key or item. Repeatable' -r
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s e -l exit-status -d 'Exit with 1 if anything needed repair; the output is still written'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l redact -d 'Leave excerpts of the text out of reports'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l dry-run -d 'Change no file; list those that would change'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l any-file -d 'Rewrite files of any name, not only JSON files'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l extract -d 'With --in-place, remove comments and wrappers'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s l -l lines -d 'Treat each line as a record: --framing lines'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l defaults -d 'Fill in the defaults that a schema declares'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l lossy-coercions -d 'Convert even if something is lost: `yes`, `1,234`'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l decode -d 'With --at, write the value instead of a string'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s c -l compact -d 'No white space: one line per value'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s p -l pretty -d 'One member or item a line'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s S -l sort-keys -d 'Sort keys (RFC 8785); the `keep` layout becomes `compact`'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l ascii -d 'Escape characters beyond ASCII as \\u'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l partial -d 'From a pipe, show the document as it grows'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s i -l in-place -d 'Rewrite each FILE, completely or not at all'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -l diff -d 'Show the lines that change, as a unified diff'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand repair" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l call-format -d 'Read only this format, or the one that a file describes' -r -f -a "auto\t'find it out'
qwen3-coder-drift\t'Qwen3-Coder and Qwen3.5 to 3.8, where the head of a call is damaged'
hermes\t'Hermes 2 and 3, Qwen2.5, Qwen3, QwQ, SmolLM3, MiMo, Ernie 4.5, Reka, Granite 4'
granite\t'Granite 3'
step-audio-2\t'Step-Audio 2'
glm-5.3-flash\t'GLM 5.3 Flash'
hermes-name\t'models that drift from Hermes: the name stands before the arguments'
rwkv\t'RWKV 7'
hyperclova-x\t'HyperCLOVA X SEED Think 14B'
openpangu\t'openPangu 7B and Embedded 1B'
granite-20b-fc\t'Granite 20B function calling, and models that drift from Hermes'
xml-name-arguments\t'models without a format of their own'
xml-tool_name-arguments\t'models without a format of their own'
llama3-json\t'Llama 3.1, 3.2, 3.3 and 4'
mistral\t'Mistral 7B v0.3, Nemo, Small 2409, Ministral 8B, xLAM'
mistral-args\t'Mistral Small 3.2, Devstral, Magistral, Ministral 3, Large 3'
phi4-functools\t'Phi-4-mini, Firefunction 2'
internlm2\t'InternLM 2 and 2.5'
jamba\t'Jamba 1.5, Hunyuan A13B, Apriel, MiniMax M1'
nemotron-toolcall\t'Nemotron Nano 2, Llama-Nemotron'
command-r\t'Command R7B, Command A, Cohere 2'
lmstudio-tool_request\t'LM Studio\'s default'
longcat\t'LongCat Flash'
dots\t'dots'
apertus\t'Apertus'
inkling\t'Inkling'
gigachat3\t'GigaChat 3'
sarashina\t'Sarashina'
gpt-oss-harmony\t'gpt-oss 20B and 120B'
harmony-plain\t'gpt-oss, where a server drops the special tokens'
beam\t'Beam'
kimi-k2\t'Kimi K2, K2.5'
deepseek-v3\t'DeepSeek V2, V3 and R1'
deepseek-v3.1\t'DeepSeek V3.1'
functionary-v3.1\t'Functionary 3.1, Llama 3 in Groq\'s servers'
glm-4\t'GLM-4 9B and 0414, GLM-Z1, and Functionary\'s first call; only with `--tools`'
functionary-v3.2\t'Functionary 3.2'
plamo3\t'PLaMo 3'
qwen-agent-✿\t'Qwen-Agent with Qwen 1.5 and 2'
solar-open\t'Solar Open 100B'
qwen-calling\t'Qwen, where it drifts in a server for MLX'
functionary-v2\t'Functionary 2'
mcp-xml\t'MiroThinker, and the prompts of Cline and Roo for MCP'
cwm\t'CWM'
cwm-command\t'CWM, where the argument is a command'
deepseek-dsml-name\t'DeepSeek V3.2, where it drifts'
langchain-xml\t'the XML agent of LangChain'
qwen3-coder-xml\t'Qwen3-Coder, Qwen3.5, Nemotron 3, Step 3.5, MiMo 2, BerryLM, IQuest Coder, OpenHands'
mlx-function\t'Qwen3.6 and Gemma 3 in a server for MLX'
seed-oss\t'Seed-OSS'
minicpm5-xml\t'MiniCPM 4 and 5'
continue-tool\t'the tools that Continue puts into the system message'
solar-open-2\t'Solar Open 2 250B'
glm-4.5\t'GLM 4.5 and 4.6, Ling 3, Laguna, HyperCLOVA X SEED Think 32B'
glm-4.7\t'GLM 4.7 and 5, Spark, Hunyuan HY'
hunyuan-hy\t'Hunyuan HY 3 and 4, whose tags end with the name of a checkpoint'
iquest\t'IQuest Q1'
iquest-coder\t'IQuest Coder 2, and others with a word before `tool_call`'
k2-horizon\t'K2'
deepseek-dsml\t'DeepSeek V3.2, V4 and V4.1, GigaChat 3.5'
minimax-m2\t'MiniMax M2'
muse\t'Muse'
step3\t'Step 3'
anthropic-invoke-text\t'Claude, where its own grammar leaks, and others in any namespace'
grok-function_call\t'Grok Code'
xml-tool_call-name\t'models without a format of their own'
xml-tool_use-name\t'models without a format of their own'
xml-tool-name\t'MiniMax M3, where it drifts'
anthropic-tool_name\t'Claude 2 and 3, by their first prompts'
minimax-m3\t'MiniMax M3'
xml-elements\t'Qwen2.5 where it drifts'
hermes-pythonic\t'models that drift from Hermes into Python'
hermes-attributes\t'GLM 4.7, where it drifts'
toolname-xml\t'Cline, Roo and other prompts that make an element of every tool; only with `--tools`'
kimi-k3\t'Kimi K3'
pythonic\t'Llama 4, ToolACE, Llama 3.2 small; Granite 3.3 and 4 with `--tools`'
lfm2-pythonic\t'LFM 2 and 2.5, and JSON in the same tags: openPangu 2'
olmo3-pythonic\t'Olmo 3'
gemma-tool_code\t'Gemma 2 and 3, Gemini where its own code leaks'
gemini-default_api\t'Gemini where its own code leaks'
gemini-call\t'Gemini where its own notation leaks'
gemma4\t'Gemma 4'
functiongemma\t'FunctionGemma'
fence-pythonic\t'any model, in a fence of its own'
ptc-lisp\t'the hints of `jmend preview`'
react\t'LangChain, LlamaIndex, Qwen-Agent, CrewAI'
bare-json\t'any model'
json-array\t'any model, `tool_choice` required'
openai-parallel-tool\t'GPT, where its own format leaks'
api-openai-chat\t'OpenAI chat completions and everything compatible'
api-openai-chat-sse\t'the same, streamed'
openai-legacy-function_call\t'OpenAI before tools'
api-openai-responses\t'OpenAI responses'
api-anthropic\t'Anthropic messages'
api-anthropic-sse\t'the same, streamed'
api-gemini\t'Gemini'
api-bedrock\t'Bedrock Converse'
mcp-jsonrpc\t'Model Context Protocol'
langchain-message\t'LangChain, LiteLLM, AI SDK'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l unknown-tools -d 'keep (the default), drop or refuse calls of other tools' -r -f -a "keep\t'Write it, where a marker announces it'
drop\t'Leave it out'
refuse\t'Refuse it, and say which tool it may mean'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l to -d 'Write the shape of: openai, responses, anthropic, gemini, mcp, bedrock' -r -f -a "openai\t'items of `tool_calls`, and chat completions'
responses\t'items of `output`, and responses'
anthropic\t'blocks of `content`, and messages'
gemini\t'parts, and candidates'
mcp\t'requests of `tools/call`'
bedrock\t'blocks of `content`, and answers of Converse'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l on-error -d 'What to write for a record that fails [default: skip]' -r -f -a "skip\t'Leave it out'
null\t'Write null, which keeps lines aligned'
stop\t'End there'
raw\t'Write the original text as a JSON string'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l report -l json -d 'Write one JSON object per record or call: value, risk, and fixes, or the error; =short groups fixes of one code' -r -f -a "full\t'Each with its place and its replacement'
short\t'One of each code: how many there are, and where the first is'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l errors -d 'Write the records that failed to FILE, as they were' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l skip -d 'Leave out the first N records, which an earlier run handled' -r
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l framing -d 'How to split the input into records [default: document; lines if each line is one]' -r -f -a "document\t'All of a file is one record'
lines\t'Each line is a record'
nul\t'A NUL byte ends a record'
strings\t'Each line is a JSON string that holds the text of a record'
docker\t'Lines as docker\'s json-file driver logs them: pieces are joined, and the text of each line is a record'
cri\t'Lines as container runtimes of Kubernetes log them, joined in the same way'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -s j -l jobs -d 'Number of threads; 1 starts none [default: one per core]' -r
complete -c jmend -n "__fish_jmend_using_subcommand calls" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l nested -d 'What to do with strings that hold JSON or Python structures [default: keep; normalize if the tool is known]' -r -f -a "keep\t'It stays as it is'
normalize\t'One that is not valid JSON becomes a string that is'
decode\t'The container takes its place'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l raw-keys -d 'More keys whose values are text, like `cmd`, `content`, `path`, `code`, …' -r
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l stats -d 'Write the metrics to FILE as JSON, or to standard error' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l stats-every -d 'Write FILE again after every N records, while the run goes on' -r
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l tools -d 'Definitions of tools, in the shape of OpenAI, Anthropic, Gemini, or MCP' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l layout -d 'White space of the output [default: the command\'s own]' -r -f -a "keep\t'As the input has it'
compact\t'None; one line per value'
pretty\t'One member or item a line'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l indent -d 'One level of indentation: a number of spaces (up to 16) or `tab`; implies -p' -r
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l format -d 'Format of the findings' -r -f -a "human\t'The source, a caret, what was wrong and what becomes of it'
concise\t'`file:line:column: warning[code]: message`'
json\t'One JSON object a line'
github\t'Workflow commands, which GitHub shows at the lines of a change'
sarif\t'One SARIF 2.1.0 log, for code scanning'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l require-call -d 'Fail if a record has no call (status 1)'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l history -d 'Write calls that a later message answers, too'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l with-content -d 'Write whole messages: text, reasoning, and calls'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l partial -d 'From a pipe, show calls as they grow'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l check -d 'Write no calls; report what would change, and exit with 1 if anything would'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -s e -l exit-status -d 'Exit with 1 if anything needed repair; the output is still written'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l redact -d 'Leave excerpts of the text out of reports'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -s l -l lines -d 'Treat each line as a record: --framing lines'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l defaults -d 'Fill in the defaults that a schema declares'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l lossy-coercions -d 'Convert even if something is lost: `yes`, `1,234`'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -s c -l compact -d 'No white space: one line per value'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -s p -l pretty -d 'One member or item a line'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -s S -l sort-keys -d 'Sort keys (RFC 8785); the `keep` layout becomes `compact`'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -l ascii -d 'Escape characters beyond ASCII as \\u'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand calls" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand check" -l format -d 'Format of the findings' -r -f -a "human\t'The source, a caret, what was wrong and what becomes of it'
concise\t'`file:line:column: warning[code]: message`'
json\t'One JSON object a line'
github\t'Workflow commands, which GitHub shows at the lines of a change'
sarif\t'One SARIF 2.1.0 log, for code scanning'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l dialect -d 'The dialect of all files, whatever their names' -r -f -a "json\t'JSON, without comments'
jsonc\t'JSON with comments and trailing commas'
json5\t'JSON5'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l fail-on -d 'The least severity that makes the exit status 1' -r -f -a "error\t'An error'
warning\t'An error or a warning'
never\t'No problem of a file that can be read'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l exclude -d 'Leave out files and folders that match this line of .gitignore' -r
complete -c jmend -n "__fish_jmend_using_subcommand check" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand check" -l framing -d 'How to split the input into records [default: document; lines if each line is one]' -r -f -a "document\t'All of a file is one record'
lines\t'Each line is a record'
nul\t'A NUL byte ends a record'
strings\t'Each line is a JSON string that holds the text of a record'
docker\t'Lines as docker\'s json-file driver logs them: pieces are joined, and the text of each line is a record'
cri\t'Lines as container runtimes of Kubernetes log them, joined in the same way'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -s j -l jobs -d 'Number of threads; 1 starts none [default: one per core]' -r
complete -c jmend -n "__fish_jmend_using_subcommand check" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand check" -l nested -d 'What to do with strings that hold JSON or Python structures [default: keep; normalize if the tool is known]' -r -f -a "keep\t'It stays as it is'
normalize\t'One that is not valid JSON becomes a string that is'
decode\t'The container takes its place'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l raw-keys -d 'More keys whose values are text, like `cmd`, `content`, `path`, `code`, …' -r
complete -c jmend -n "__fish_jmend_using_subcommand check" -l stats -d 'Write the metrics to FILE as JSON, or to standard error' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand check" -l stats-every -d 'Write FILE again after every N records, while the run goes on' -r
complete -c jmend -n "__fish_jmend_using_subcommand check" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand check" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand check" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand check" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand check" -l schema -d 'JSON Schema of the values: convert them if nothing is lost, refuse what does not fit' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand check" -l tool -d 'The tool whose arguments each record holds, for its schema and its rules' -r
complete -c jmend -n "__fish_jmend_using_subcommand check" -l tools -d 'Definitions of tools, in the shape of OpenAI, Anthropic, Gemini, or MCP' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand check" -l at -d 'Read JSON and repair the strings at this JSON Pointer; `*` is any key or item. Repeatable' -r
complete -c jmend -n "__fish_jmend_using_subcommand check" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand check" -l fix -d 'Take out problems whose fix is certain; each file completely or not at all'
complete -c jmend -n "__fish_jmend_using_subcommand check" -l unsafe-fixes -d 'With --fix or --diff, take out problems whose fix is inferred, too'
complete -c jmend -n "__fish_jmend_using_subcommand check" -l diff -d 'Show what --fix would change'
complete -c jmend -n "__fish_jmend_using_subcommand check" -l many -d 'Allow several documents in a .json file'
complete -c jmend -n "__fish_jmend_using_subcommand check" -l force-exclude -d 'Leave out files that the configuration ignores even if they are named'
complete -c jmend -n "__fish_jmend_using_subcommand check" -s l -l lines -d 'Treat each line as a record: --framing lines'
complete -c jmend -n "__fish_jmend_using_subcommand check" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand check" -l defaults -d 'Fill in the defaults that a schema declares'
complete -c jmend -n "__fish_jmend_using_subcommand check" -l lossy-coercions -d 'Convert even if something is lost: `yes`, `1,234`'
complete -c jmend -n "__fish_jmend_using_subcommand check" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand check" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand check" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l framing -d 'How to split the input into records [default: document; lines if each line is one]' -r -f -a "document\t'All of a file is one record'
lines\t'Each line is a record'
nul\t'A NUL byte ends a record'
strings\t'Each line is a JSON string that holds the text of a record'
docker\t'Lines as docker\'s json-file driver logs them: pieces are joined, and the text of each line is a record'
cri\t'Lines as container runtimes of Kubernetes log them, joined in the same way'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -s j -l jobs -d 'Number of threads; 1 starts none [default: one per core]' -r
complete -c jmend -n "__fish_jmend_using_subcommand explain" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l nested -d 'What to do with strings that hold JSON or Python structures [default: keep; normalize if the tool is known]' -r -f -a "keep\t'It stays as it is'
normalize\t'One that is not valid JSON becomes a string that is'
decode\t'The container takes its place'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l raw-keys -d 'More keys whose values are text, like `cmd`, `content`, `path`, `code`, …' -r
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l stats -d 'Write the metrics to FILE as JSON, or to standard error' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l stats-every -d 'Write FILE again after every N records, while the run goes on' -r
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l schema -d 'JSON Schema of the values: convert them if nothing is lost, refuse what does not fit' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l tool -d 'The tool whose arguments each record holds, for its schema and its rules' -r
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l tools -d 'Definitions of tools, in the shape of OpenAI, Anthropic, Gemini, or MCP' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l at -d 'Read JSON and repair the strings at this JSON Pointer; `*` is any key or item. Repeatable' -r
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l on-error -d 'What to write for a record that fails [default: skip]' -r -f -a "skip\t'Leave it out'
stop\t'End there'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l code -d 'Explain a code of reports; without CODE, list all codes' -r
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l readings -d 'Show each token of one text that has several readings, and what each costs'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l clipboard -d 'Read the text from the clipboard'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l copy -d 'Put what to tell the model into the clipboard'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -s e -l exit-status -d 'Exit with 1 if anything needed repair; the output is still written'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -s l -l lines -d 'Treat each line as a record: --framing lines'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l defaults -d 'Fill in the defaults that a schema declares'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -l lossy-coercions -d 'Convert even if something is lost: `yes`, `1,234`'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand explain" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand stats" -l format -d 'The form of the output [default: terminal on a terminal, else json]' -r -f -a "terminal\t'A table as wide as the terminal'
markdown\t'For step summaries and pull requests'
json\t'One object on one line'
openmetrics\t'For a monitoring system'"
complete -c jmend -n "__fish_jmend_using_subcommand stats" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand stats" -l by -d 'Group by what stands at a JSON Pointer, or by model, tool or provider [default: those that the log has]' -r
complete -c jmend -n "__fish_jmend_using_subcommand stats" -l at -d 'The answers are the strings at this JSON Pointer of each line; `*` is any key or index' -r
complete -c jmend -n "__fish_jmend_using_subcommand stats" -l baseline -d 'Say what got worse since this log' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand stats" -s j -l jobs -d 'Number of threads; 1 starts none [default: one per core]' -r
complete -c jmend -n "__fish_jmend_using_subcommand stats" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand stats" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand stats" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand stats" -l redact -d 'Hide letters and digits in examples'
complete -c jmend -n "__fish_jmend_using_subcommand stats" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand stats" -l html -d 'Make an HTML page; -o FILE says where'
complete -c jmend -n "__fish_jmend_using_subcommand stats" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand stats" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand stats" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l tool -d 'The tool that gave the result; its name stays as it is' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l args -d 'The arguments of the call, a JSON object [default: {}]' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l call -d 'The call that gave the result, instead of --tool and --args: {"name":…,"arguments":…}, or an API\'s answer with one call in it' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l namespace -d 'What else the result depends on: tenant, model, tool version' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l tools -d 'File with the tool\'s definition: its `native_result` is used, and it must be exposed to native tool calling. A tool without `expose: "both"` and `cache: true` gets its result as it is' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l preview -d 'What is shown [default: as --tools or jmend.toml has it, else metadata]' -r -f -a "metadata\t'Its shape and size, from its first rows'
rows\t'Also its first rows'
profile\t'Every field of all rows: presence, types, distinct values, least and greatest, most frequent (recommended)'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l limit -d 'Rows shown, at least 1 [default: 20]' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l at -d 'JSON Pointer to the rows of a profile [default: the array that makes up most of the result]' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l sample -d 'Add rows to a profile' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l seed -d 'Seed for --sample random' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l max-bytes-out -d 'Bytes that the preview may have, also with K: strings, items, levels and members are cut [profile: 2000]' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l max-tokens -d 'Maximum size of the preview in tokens, estimated at 4 bytes each' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l inline-below -d 'Show a result of at most N bytes whole' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l preview-program -d 'File with a PTC-JSON program that makes the preview from `load "result"`' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l preview-command -d 'A command that makes the preview: the result on its input, an object on its output. It is split into words as a shell would and run without a shell; for one, say `sh -c \'…\'`' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l timeout -d 'Time limit of a custom preview in milliseconds; 0 means no limit [default: 10000]' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l hint-for -d 'Who the hint is for' -r -f -a "eval-json\t'`eval_json`: the hint has a PTC-JSON program'
lisp\t'A tool that runs PTC-Lisp (programmatic tool calling): the hint has the call in that language'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l hint -d 'The sentence that leads to the full result, with `{tool}`, `{args}` (PTC-Lisp), `{args_json}`, `{program}` (PTC-JSON), `{jq}` and `{key}`' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l cache-dir -d 'Store the full result here under the cache key of the call, where `eval-json`, `query` and `cache` find it' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l cache-max-size -d 'Bytes that the cache directory may hold, also with K, M or G: the oldest results make room' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l on-error -d 'What to do with a record that fails [default: skip]' -r -f -a "skip\t'Leave it out'
stop\t'End there'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -s j -l jobs -d 'Number of threads; more than 1 needs --lines [default: with --lines one per core, else 1]' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l framing -d 'How to split the input into records to repair' -r -f -a "document\t'All of a file is one record'
lines\t'Each line is a record'
nul\t'A NUL byte ends a record'
strings\t'Each line is a JSON string that holds the text of a record'
docker\t'Lines as docker\'s json-file driver logs them: pieces are joined, and the text of each line is a record'
cri\t'Lines as container runtimes of Kubernetes log them, joined in the same way'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l layout -d 'White space of the output [default: the command\'s own]' -r -f -a "keep\t'As the input has it'
compact\t'None; one line per value'
pretty\t'One member or item a line'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l indent -d 'One level of indentation: a number of spaces (up to 16) or `tab`; implies -p' -r
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l profile -d 'Show a profile of all rows, as --preview profile does'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l details -d 'Also print the size of the result, the bytes saved, and the cache key'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -s e -l exit-status -d 'Exit with 1 if a custom preview failed and the metadata is shown'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l ndjson -d 'Treat each line as a row of one result'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l assume-cached -d 'Say that the full result is cached, because you keep it yourself'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l result-error -d 'The tool failed and this is its message: do not store it as a result'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -s l -l lines -d 'Treat each line as a record; a document on several lines is an error'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l repair -d 'Repair the input first, as `jmend repair` does'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -s c -l compact -d 'No white space: one line per value'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -s p -l pretty -d 'One member or item a line'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -s S -l sort-keys -d 'Sort keys (RFC 8785); the `keep` layout becomes `compact`'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -l ascii -d 'Escape characters beyond ASCII as \\u'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand preview" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand query" -l let -d 'A value that the filter sees as $NAME' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l arg -d 'A string that the filter sees as $NAME' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l argjson -d 'The same as --let NAME=JSON' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l define-tool -d 'Define a tool that always returns this value: JSON, or @FILE' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l tool-command -d 'A tool that is a command: arguments as JSON on its input, the result as JSON on its output. CMD is split into words as a shell would, quotes respected, and run without a shell; for one, say `NAME=sh -c \'…\'`' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l cache-dir -d 'Where the results of all other tools are found by their cache keys, as `jmend preview --cache-dir` stores them' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand query" -l namespace -d 'What else cached results depend on, as `preview --namespace` has it' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l timeout -d 'Milliseconds that the filter may take, beside 100 for each MiB of input; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l max-memory -d 'Bytes that the filter may take beyond what its input needs, also with K, M or G; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l max-output -d 'Bytes of output, also with K, M or G; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l max-bytes -d 'Bytes that one input may have, also with K, M or G; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand query" -l layout -d 'White space of the output [default: the command\'s own]' -r -f -a "keep\t'As the input has it'
compact\t'None; one line per value'
pretty\t'One member or item a line'"
complete -c jmend -n "__fish_jmend_using_subcommand query" -l indent -d 'One level of indentation: a number of spaces (up to 16) or `tab`; implies -p' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_using_subcommand query" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_using_subcommand query" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_using_subcommand query" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand query" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand query" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand query" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand query" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand query" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand query" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand query" -s n -l null-input -d 'Run once, on null; `input` and `inputs` give the documents'
complete -c jmend -n "__fish_jmend_using_subcommand query" -s s -l slurp -d 'Read all documents as one array'
complete -c jmend -n "__fish_jmend_using_subcommand query" -s r -l raw-output -d 'Print strings as they are, without quotes'
complete -c jmend -n "__fish_jmend_using_subcommand query" -s e -l exit-status -d 'Exit with 1 if the last output is null or false, or missing'
complete -c jmend -n "__fish_jmend_using_subcommand query" -l repair -d 'Repair the input first, as `jmend repair` does'
complete -c jmend -n "__fish_jmend_using_subcommand query" -l tab -d 'The same as --indent tab'
complete -c jmend -n "__fish_jmend_using_subcommand query" -s C -l color-output -d 'The same as --color always'
complete -c jmend -n "__fish_jmend_using_subcommand query" -s c -l compact -d 'No white space: one line per value'
complete -c jmend -n "__fish_jmend_using_subcommand query" -s p -l pretty -d 'One member or item a line'
complete -c jmend -n "__fish_jmend_using_subcommand query" -s S -l sort-keys -d 'Sort keys (RFC 8785); the `keep` layout becomes `compact`'
complete -c jmend -n "__fish_jmend_using_subcommand query" -l ascii -d 'Escape characters beyond ASCII as \\u'
complete -c jmend -n "__fish_jmend_using_subcommand query" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand query" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand query" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand query" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l expr -d 'The program itself' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l context -d 'A JSON object whose members programs `load` by name; `-` is standard input' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l let -d 'One entry of the context; it overrides --context' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l memory -d 'A JSON object that programs read with `var`; the memory of earlier turns' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l define-tool -d 'Define a tool that always returns this value: JSON, or @FILE' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l tool-command -d 'A tool that is a command: arguments as JSON on its input, the result as JSON on its output. CMD is split into words as a shell would, quotes respected, and run without a shell; for one, say `NAME=sh -c \'…\'`' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l cache-dir -d 'Where the results of all other tools are found by their cache keys, as `jmend preview --cache-dir` stores them' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l namespace -d 'What else cached results depend on, as `preview --namespace` has it' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l timeout -d 'Time limit of one program in milliseconds; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l max-memory -d 'Bytes of values that one program may build, also with K, M or G; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l tools -d 'File with the definitions of tools: programs may call those that are exposed to them, and no others' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l max-result -d 'Of a result with more bytes, also with K or M, a profile is printed, and memory keeps the whole as `last_result`' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l envelope -d 'Write `{"ok":true,"result":…,"memory_delta":…,"memory":…}` or `{"ok":false,"error":{…}}` for every program' -r -f -a "sizes\t'Names, types and sizes'
values\t'Everything in it'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l print-schema -d 'Print the JSON Schema of programs; `strict` is what endpoints with strict output take, without `object` and arguments of tools, whose names are free' -r -f -a "full\t'Every program'
strict\t'Those of strict output formats'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l print-prompt -d 'Print the instructions for a model: all of them, or a card of less than 2 KB; after it the tools, and the fields and types of the context, that the other flags give' -r -f -a "full\t'Every operation with an example'
card\t'All names on a card'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l max-bytes -d 'Bytes that a program or an input file may have, also with K, M or G; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l layout -d 'White space of the output [default: the command\'s own]' -r -f -a "keep\t'As the input has it'
compact\t'None; one line per value'
pretty\t'One member or item a line'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l indent -d 'One level of indentation: a number of spaces (up to 16) or `tab`; implies -p' -r
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l format -d 'Format of the findings' -r -f -a "human\t'The source, a caret, what was wrong and what becomes of it'
concise\t'`file:line:column: warning[code]: message`'
json\t'One JSON object a line'
github\t'Workflow commands, which GitHub shows at the lines of a change'
sarif\t'One SARIF 2.1.0 log, for code scanning'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l save-memory -d 'Write the memory back when all programs are done, completely or not at all; a missing file starts empty'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l jq -d 'The program is a filter of jq: its input is the context, whose members are also its variables, as $memory is; with `call(TOOL; ARGS)` it calls tools'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l strict-types -d 'Fail if values of several types are ordered, such as a number and text or null'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l repair -d 'Repair the program text first: fences, prose, Python quotes and all that `jmend repair` repairs'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l check -d 'Run nothing; check the programs, and warn about likely mistakes'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -s c -l compact -d 'No white space: one line per value'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -s p -l pretty -d 'One member or item a line'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -s S -l sort-keys -d 'Sort keys (RFC 8785); the `keep` layout becomes `compact`'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -l ascii -d 'Escape characters beyond ASCII as \\u'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand eval-json" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -f -a "get" -d 'Print the result of a call, byte for byte; status 1 if there is none'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -f -a "has" -d 'Exit with 0 if the result of a call is there, else 1'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -f -a "ls" -d 'List results, the oldest first: one line of JSON each, a table on a terminal'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -f -a "rm" -d 'Remove results'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -f -a "gc" -d 'Remove results that are too old, and the oldest until the rest fits'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and not __fish_seen_subcommand_from get has ls rm gc stat" -f -a "stat" -d 'Print how many results there are, how large and how old, as one JSON object'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -l cache-dir -d 'The cache directory' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -l tool -d 'The tool that was called' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -l args -d 'The arguments of the call, a JSON object [default: {}]' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -l call -d 'The whole call: {"name":…,"arguments":…}, or an API\'s answer with one call in it' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -l namespace -d 'What else the result depends on, as `preview --namespace` has it' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from get" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -l cache-dir -d 'The cache directory' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -l tool -d 'The tool that was called' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -l args -d 'The arguments of the call, a JSON object [default: {}]' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -l call -d 'The whole call: {"name":…,"arguments":…}, or an API\'s answer with one call in it' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -l namespace -d 'What else the result depends on, as `preview --namespace` has it' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from has" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from ls" -l cache-dir -d 'The cache directory' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from ls" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from ls" -l tool -d 'Only those of this tool' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from ls" -l namespace -d 'Only those of this namespace' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from ls" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from ls" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from ls" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from ls" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from ls" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from ls" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -l cache-dir -d 'The cache directory' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -l tool -d 'Only those of this tool' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -l namespace -d 'Only those of this namespace' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -l all -d 'Every result'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from rm" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from gc" -l cache-dir -d 'The cache directory' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from gc" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from gc" -l max-size -d 'Bytes that may stay, also with K, M or G' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from gc" -l max-age -d 'How old what stays may be: a number with s, m, h or d' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from gc" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from gc" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from gc" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from gc" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from gc" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from gc" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from stat" -l cache-dir -d 'The cache directory' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from stat" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from stat" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from stat" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from stat" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from stat" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from stat" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand cache; and __fish_seen_subcommand_from stat" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l namespace -d 'What else the result depends on: tenant, model, tool version' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l on-collision -d 'Which value to keep if two keys become the same key; equal values are merged' -r -f -a "error\t'Neither: the record fails'
first\t'The first in document order, with a warning'
last\t'The last in document order, with a warning'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l on-error -d 'What to do with a record that fails [default: skip]' -r -f -a "skip\t'Leave it out'
stop\t'End there'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -s j -l jobs -d 'Number of threads; more than 1 needs --lines [default: with --lines one per core, else 1]' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l framing -d 'How to split the input into records to repair' -r -f -a "document\t'All of a file is one record'
lines\t'Each line is a record'
nul\t'A NUL byte ends a record'
strings\t'Each line is a JSON string that holds the text of a record'
docker\t'Lines as docker\'s json-file driver logs them: pieces are joined, and the text of each line is a record'
cri\t'Lines as container runtimes of Kubernetes log them, joined in the same way'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l calls -d 'Read whole calls: {"name":…,"arguments":…}, API responses, MCP requests; needs no TOOL'
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l text -d 'Print the key text, which the hash is made of; the last one without a line end'
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l json -d 'Print {"key":…,"text":…}, one line per call'
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -s l -l lines -d 'Treat each line as a record; a document on several lines is an error'
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l repair -d 'Repair the input first, as `jmend repair` does'
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand cache-key" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l on-collision -d 'Which value to keep if two keys become the same key; equal values are merged' -r -f -a "error\t'Neither: the record fails'
first\t'The first in document order, with a warning'
last\t'The last in document order, with a warning'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l backup -d 'Keep the old file as FILE with SUFFIX [default: ~]' -r
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l on-error -d 'What to do with a record that fails [default: skip]' -r -f -a "skip\t'Leave it out'
stop\t'End there'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -s j -l jobs -d 'Number of threads; more than 1 needs --lines [default: with --lines one per core, else 1]' -r
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l framing -d 'How to split the input into records to repair' -r -f -a "document\t'All of a file is one record'
lines\t'Each line is a record'
nul\t'A NUL byte ends a record'
strings\t'Each line is a JSON string that holds the text of a record'
docker\t'Lines as docker\'s json-file driver logs them: pieces are joined, and the text of each line is a record'
cri\t'Lines as container runtimes of Kubernetes log them, joined in the same way'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l layout -d 'White space of the output [default: the command\'s own]' -r -f -a "keep\t'As the input has it'
compact\t'None; one line per value'
pretty\t'One member or item a line'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l indent -d 'One level of indentation: a number of spaces (up to 16) or `tab`; implies -p' -r
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l format -d 'Format of the findings' -r -f -a "human\t'The source, a caret, what was wrong and what becomes of it'
concise\t'`file:line:column: warning[code]: message`'
json\t'One JSON object a line'
github\t'Workflow commands, which GitHub shows at the lines of a change'
sarif\t'One SARIF 2.1.0 log, for code scanning'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l canonical -d 'Write canonical text (RFC 8785), one line per document; refuse numbers that a double cannot hold'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l check -d 'Write no JSON; report what would change, and exit with 1 if anything would. Uses one thread'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -s i -l in-place -d 'Rewrite each FILE, completely or not at all'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l dry-run -d 'Change no file; list those that would change'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l any-file -d 'Rewrite files of any name, not only JSON files'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -s l -l lines -d 'Treat each line as a record; a document on several lines is an error'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -s c -l compact -d 'No white space: one line per value'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -s p -l pretty -d 'One member or item a line'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -s S -l sort-keys -d 'Sort keys (RFC 8785); the `keep` layout becomes `compact`'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l ascii -d 'Escape characters beyond ASCII as \\u'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -l repair -d 'Repair the input first, as `jmend repair` does'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand normalize" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l mode -d 'What the agent writes; decides about tools without `expose` [default: `output` beside `tools`, else text]' -r -f -a "text\t'Text, and calls of the provider\'s kind: what says nothing is native'
ptc_lisp\t'Programs: what says nothing is for them'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l ptc-transport -d 'How programs travel. Makes no difference to who sees a tool: with text, also beside programs in tool calls, a tool reaches programs only when it says so' -r -f -a "content\t'In the text'
tool_call\t'In a call of the provider\'s kind'
none\t'Not at all'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l allow -d 'Keep the tools of these layers' -r -f -a "native\t'The provider\'s own tool calling'
ptc_lisp\t'Programs'
both\t'Either'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l to -d 'Say who may call each tool as this provider does, in `allowed_callers`' -r -f -a "anthropic\t'`direct` and `code_execution_20250825`'
openai\t'`direct` and `programmatic`'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l on-error -d 'What to do with a record that fails [default: skip]' -r -f -a "skip\t'Leave it out'
stop\t'End there'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -s j -l jobs -d 'Number of threads; more than 1 needs --lines [default: with --lines one per core, else 1]' -r
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l framing -d 'How to split the input into records to repair' -r -f -a "document\t'All of a file is one record'
lines\t'Each line is a record'
nul\t'A NUL byte ends a record'
strings\t'Each line is a JSON string that holds the text of a record'
docker\t'Lines as docker\'s json-file driver logs them: pieces are joined, and the text of each line is a record'
cri\t'Lines as container runtimes of Kubernetes log them, joined in the same way'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l layout -d 'White space of the output [default: the command\'s own]' -r -f -a "keep\t'As the input has it'
compact\t'None; one line per value'
pretty\t'One member or item a line'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l indent -d 'One level of indentation: a number of spaces (up to 16) or `tab`; implies -p' -r
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l resolve -d 'Add `effective_expose` to each tool; the default without another flag'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l strip -d 'Remove keys that strict endpoints refuse: `expose`, `cache`, `native_result`, `x-jmend`, `effective_expose`'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -s l -l lines -d 'Treat each line as a record; a document on several lines is an error'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l repair -d 'Repair the input first, as `jmend repair` does'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -s c -l compact -d 'No white space: one line per value'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -s p -l pretty -d 'One member or item a line'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -s S -l sort-keys -d 'Sort keys (RFC 8785); the `keep` layout becomes `compact`'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -l ascii -d 'Escape characters beyond ASCII as \\u'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand expose" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand config" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand config" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand config" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand config" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand config" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand completions" -l tools -d 'Print the names of the tools in a file instead, one per line; the scripts use this' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand completions" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand completions" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand completions" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand completions" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand completions" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand completions" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand man" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand man" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand man" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand man" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand man" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand man" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l framing -d 'How to split the input into records [default: document; lines if each line is one]' -r -f -a "document\t'All of a file is one record'
lines\t'Each line is a record'
nul\t'A NUL byte ends a record'
strings\t'Each line is a JSON string that holds the text of a record'
docker\t'Lines as docker\'s json-file driver logs them: pieces are joined, and the text of each line is a record'
cri\t'Lines as container runtimes of Kubernetes log them, joined in the same way'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -s j -l jobs -d 'Number of threads; 1 starts none [default: one per core]' -r
complete -c jmend -n "__fish_jmend_using_subcommand diff" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l nested -d 'What to do with strings that hold JSON or Python structures [default: keep; normalize if the tool is known]' -r -f -a "keep\t'It stays as it is'
normalize\t'One that is not valid JSON becomes a string that is'
decode\t'The container takes its place'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l raw-keys -d 'More keys whose values are text, like `cmd`, `content`, `path`, `code`, …' -r
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l stats -d 'Write the metrics to FILE as JSON, or to standard error' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l stats-every -d 'Write FILE again after every N records, while the run goes on' -r
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l select -d 'Which documents of a text to write' -r -f -a "answer\t'all where they are alike (rows, calls), else the one that is the answer'
first\t'the first'
last\t'the last'
largest\t'the longest'
all\t'every one, one a line'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l from -d 'The notation of the text' -r -f -a "auto\t'any notation that reads the whole text, else broken JSON'
json\t'JSON, however broken, and no other notation'
python\t'Python literals, and what repr prints of objects'
ruby\t'Ruby\'s inspect, rubydebug, awesome_print'
elixir\t'Elixir\'s inspect'
edn\t'EDN, Clojure, PTC-Lisp; (tool/name {…}) is a call'
js\t'JavaScript\'s util.inspect and console.log'
rust\t'Rust\'s Debug, {:?} and {:#?}'
perl\t'Perl\'s Data::Dumper'
php\t'PHP\'s var_export, and arrays in its code'
var_dump\t'PHP\'s var_dump'
print_r\t'PHP\'s print_r'
powershell\t'PowerShell\'s hash tables, in code or printed'
lua\t'Lua\'s tables'
go\t'Go\'s %v and %+v'
java\t'Java\'s toString of maps, lists, records and classes'
proto\t'Protocol Buffers\' text format'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l nan -d 'What to write for NaN and Infinity' -r -f -a "null\t'null, which is reported as a loss'
string\t'a string with the word'
error\t'the record is refused'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l max-risk -d 'Refuse riskier changes [default: lossy]' -r -f -a "syntax\t'only where the meaning is certain'
inferred\t'also where one reading is clearly the best'
lossy\t'also where something is gone or was never there'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l min-confidence -d 'Refuse results with less confidence [default: 0]' -r
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l truncated -d 'What to do with input that was cut off [default: close; refuse for calls, programs, and --at]' -r -f -a "close\t'close what is open, and warn'
refuse\t'refuse the record: half a command must not run'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l strategies -d 'Strategies that may run, separated by commas [default: all]' -r -f -a "ast\t'Python literals'
regex\t'only quotes were wrong'
structural\t'structure, and JSON inside other text'
manual\t'rules for a tool'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l max-depth -d 'Maximum depth of nesting' -r
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l config -d 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l provider -d 'Whose output this is, for [providers.NAME], metrics, and logs' -r
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l schema -d 'JSON Schema of the values: convert them if nothing is lost, refuse what does not fit' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l tool -d 'The tool whose arguments each record holds, for its schema and its rules' -r
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l tools -d 'Definitions of tools, in the shape of OpenAI, Anthropic, Gemini, or MCP' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l at -d 'Read JSON and repair the strings at this JSON Pointer; `*` is any key or item. Repeatable' -r
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l on-error -d 'What to write for a record that fails [default: skip]' -r -f -a "skip\t'Leave it out'
stop\t'End there'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand diff" -s e -l exit-status -d 'Exit with 1 if anything needed repair; the output is still written'
complete -c jmend -n "__fish_jmend_using_subcommand diff" -s l -l lines -d 'Treat each line as a record: --framing lines'
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l no-config -d 'Read no configuration'
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l defaults -d 'Fill in the defaults that a schema declares'
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l lossy-coercions -d 'Convert even if something is lost: `yes`, `1,234`'
complete -c jmend -n "__fish_jmend_using_subcommand diff" -l decode -d 'With --at, write the value instead of a string'
complete -c jmend -n "__fish_jmend_using_subcommand diff" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand diff" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand diff" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand rule" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand rule" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand rule" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand rule" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand rule" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand rule" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand report" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand report" -l by -d 'Group by what stands at a JSON Pointer, or by model, tool or provider [default: those that the log has]' -r
complete -c jmend -n "__fish_jmend_using_subcommand report" -l at -d 'The answers are the strings at this JSON Pointer of each line; `*` is any key or index' -r
complete -c jmend -n "__fish_jmend_using_subcommand report" -l baseline -d 'Say what got worse since this log' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand report" -s j -l jobs -d 'Number of threads; 1 starts none [default: one per core]' -r
complete -c jmend -n "__fish_jmend_using_subcommand report" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand report" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand report" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand report" -l redact -d 'Hide letters and digits in examples'
complete -c jmend -n "__fish_jmend_using_subcommand report" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand report" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand report" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand report" -s q -l quiet -d 'Suppress warnings; print only fatal errors'
complete -c jmend -n "__fish_jmend_using_subcommand learn" -l tool -d 'The tool of records that do not say theirs, as those of `jmend repair --tool NAME`' -r
complete -c jmend -n "__fish_jmend_using_subcommand learn" -l least -d 'Suggest what was seen in at least so many records' -r
complete -c jmend -n "__fish_jmend_using_subcommand learn" -l max-bytes -d 'Maximum record size, such as 64K or 256M; 0 means no limit' -r
complete -c jmend -n "__fish_jmend_using_subcommand learn" -s j -l jobs -d 'Number of threads; 1 starts none [default: one per core]' -r
complete -c jmend -n "__fish_jmend_using_subcommand learn" -s o -l output -d 'Write to FILE, completely or not at all' -r -F
complete -c jmend -n "__fish_jmend_using_subcommand learn" -l color -d 'Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Always'
never\t'Never'"
complete -c jmend -n "__fish_jmend_using_subcommand learn" -l log-format -d 'Format of log lines and messages' -r -f -a "text\t'For people'
json\t'One JSON object a line'"
complete -c jmend -n "__fish_jmend_using_subcommand learn" -l no-config
complete -c jmend -n "__fish_jmend_using_subcommand learn" -s h -l help -d 'Print help; -h prints the main flags, --help=all the rare ones, too'
complete -c jmend -n "__fish_jmend_using_subcommand learn" -s v -l verbose -d 'Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`'
complete -c jmend -n "__fish_jmend_using_subcommand learn" -s q -l quiet -d 'Suppress warnings; print only fatal errors'

# The value of --tool is a name out of the file of --tools.
function __jmend_tools
    set -l words (commandline -opc)
    set -l at (contains -i -- --tools $words)
    and jmend completions --tools $words[(math $at + 1)] 2> /dev/null
end
complete -c jmend -l tool -x -a '(__jmend_tools)'
