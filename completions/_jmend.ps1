
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'jmend' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'jmend'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'jmend' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('repair', 'repair', [CompletionResultType]::ParameterValue, 'Repair almost-JSON: raw model output in, valid JSON out')
            [CompletionResult]::new('calls', 'calls', [CompletionResultType]::ParameterValue, 'Read tool calls out of model messages and API responses, whatever their format')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Say what is wrong with JSON files, and exit with 1 if anything is')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Show the lines that a repair changes, as a unified diff')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Show what was wrong with a text and what a repair does about it, against the source')
            [CompletionResult]::new('rule', 'rule', [CompletionResultType]::ParameterValue, 'Say what the code of a fix means; without CODE, list all codes')
            [CompletionResult]::new('normalize', 'normalize', [CompletionResultType]::ParameterValue, 'Turn hyphens in member names into underscores, at every depth')
            [CompletionResult]::new('cache-key', 'cache-key', [CompletionResultType]::ParameterValue, 'Print the canonical key of a tool call: equal calls, equal keys')
            [CompletionResult]::new('preview', 'preview', [CompletionResultType]::ParameterValue, 'Preview a tool''s result for a model: shape and size instead of rows, and how to reach the rest')
            [CompletionResult]::new('eval-json', 'eval-json', [CompletionResultType]::ParameterValue, 'Run PTC-JSON programs: filter, aggregate and reshape JSON, bounded in time and memory')
            [CompletionResult]::new('expose', 'expose', [CompletionResultType]::ParameterValue, 'Say who may see which tool: the provider''s own tool calling, programs, or both')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Add up the metrics that --stats wrote')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show the settings that are in force, and where each comes from')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual pages')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'jmend;repair' {
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What becomes of a record that could not be handled [default: skip]')
            [CompletionResult]::new('--backup', '--backup', [CompletionResultType]::ParameterName, 'Keep the old file as FILE with SUFFIX after its name [default: ~]')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes one record may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Where one record ends [default: document; lines where each line is a document]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Records handled at a time; 1 starts no thread [default: one per core]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Records handled at a time; 1 starts no thread [default: one per core]')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--nested', '--nested', [CompletionResultType]::ParameterName, 'What becomes of string values that hold JSON or Python structures [default: keep; where the tool is known: normalize]')
            [CompletionResult]::new('--raw-keys', '--raw-keys', [CompletionResultType]::ParameterName, 'Names whose values are text, whatever they look like, beside those that always are (cmd, content, path, code, …)')
            [CompletionResult]::new('--stats', '--stats', [CompletionResultType]::ParameterName, 'Write the metrics of the run as JSON: to FILE, or to standard error (as a table where that is a terminal)')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Which documents are wanted where a text holds several')
            [CompletionResult]::new('--max-risk', '--max-risk', [CompletionResultType]::ParameterName, 'The riskiest change accepted; a record that needs more is not repaired [default: lossy]')
            [CompletionResult]::new('--truncated', '--truncated', [CompletionResultType]::ParameterName, 'What becomes of input that was cut off [default: close; of calls, programs and places: refuse]')
            [CompletionResult]::new('--strategies', '--strategies', [CompletionResultType]::ParameterName, 'The strategies that may run, separated by commas [default: all]')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Levels of nesting accepted')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Whose output this is: settings of [providers.NAME] apply, and metrics and logs carry the name')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'A JSON Schema (draft 2020-12, or what its $schema says): values are coerced where nothing is lost, and what still does not fit is refused with every violation')
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'The tool that each record holds the arguments of: its schema in --tools, its rules in the configuration, its name in metrics')
            [CompletionResult]::new('--tools', '--tools', [CompletionResultType]::ParameterName, 'Definitions of tools, as OpenAI, Anthropic, Gemini or MCP take them; `calls` reads each call for its tool. Tools that are for programs alone are refused')
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'Read JSON, and repair the strings at this place: a JSON Pointer, `*` for any member or item. Repeatable')
            [CompletionResult]::new('--layout', '--layout', [CompletionResultType]::ParameterName, 'White space of the JSON written [default: the command''s own]')
            [CompletionResult]::new('--indent', '--indent', [CompletionResultType]::ParameterName, 'One level of indentation: a number of spaces (up to 16) or `tab`; implies --layout pretty')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Exit with 1 when anything had to be repaired; the output is written all the same')
            [CompletionResult]::new('--exit-status', '--exit-status', [CompletionResultType]::ParameterName, 'Exit with 1 when anything had to be repaired; the output is written all the same')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write one JSON object per record or call: value, strategy, risk and every fix, or the error')
            [CompletionResult]::new('--redact', '--redact', [CompletionResultType]::ParameterName, 'Leave excerpts of the text out of the feedback in reports')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Change no file; name those that would change, with the exit status of the real run')
            [CompletionResult]::new('--any-file', '--any-file', [CompletionResultType]::ParameterName, 'Rewrite files of any name, not only .json, .jsonl, .ndjson and the like')
            [CompletionResult]::new('--extract', '--extract', [CompletionResultType]::ParameterName, 'With --in-place, leave out comments and what stands around the JSON')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Short for --framing lines')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration')
            [CompletionResult]::new('--defaults', '--defaults', [CompletionResultType]::ParameterName, 'Fill in the defaults that a schema declares')
            [CompletionResult]::new('--lossy-coercions', '--lossy-coercions', [CompletionResultType]::ParameterName, 'Coerce also where something is lost: yes and no, `1,234`, `$5`, wrappers, members too many')
            [CompletionResult]::new('--decode', '--decode', [CompletionResultType]::ParameterName, 'With --at, put the value there instead of a string that holds it')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--sort-keys', '--sort-keys', [CompletionResultType]::ParameterName, 'Order members by name (RFC 8785); the `keep` layout becomes `compact`')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Write characters beyond ASCII as \u escapes')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Rewrite each FILE: whole or not at all, and only where something changes')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;calls' {
            [CompletionResult]::new('--call-format', '--call-format', [CompletionResultType]::ParameterName, 'The format of the calls [default: auto, which finds it out]')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What becomes of a record that could not be handled [default: skip]')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes one record may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Where one record ends [default: document; lines where each line is a document]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Records handled at a time; 1 starts no thread [default: one per core]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Records handled at a time; 1 starts no thread [default: one per core]')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--nested', '--nested', [CompletionResultType]::ParameterName, 'What becomes of string values that hold JSON or Python structures [default: keep; where the tool is known: normalize]')
            [CompletionResult]::new('--raw-keys', '--raw-keys', [CompletionResultType]::ParameterName, 'Names whose values are text, whatever they look like, beside those that always are (cmd, content, path, code, …)')
            [CompletionResult]::new('--stats', '--stats', [CompletionResultType]::ParameterName, 'Write the metrics of the run as JSON: to FILE, or to standard error (as a table where that is a terminal)')
            [CompletionResult]::new('--max-risk', '--max-risk', [CompletionResultType]::ParameterName, 'The riskiest change accepted; a record that needs more is not repaired [default: lossy]')
            [CompletionResult]::new('--truncated', '--truncated', [CompletionResultType]::ParameterName, 'What becomes of input that was cut off [default: close; of calls, programs and places: refuse]')
            [CompletionResult]::new('--strategies', '--strategies', [CompletionResultType]::ParameterName, 'The strategies that may run, separated by commas [default: all]')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Levels of nesting accepted')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Whose output this is: settings of [providers.NAME] apply, and metrics and logs carry the name')
            [CompletionResult]::new('--tools', '--tools', [CompletionResultType]::ParameterName, 'Definitions of tools, as OpenAI, Anthropic, Gemini or MCP take them; `calls` reads each call for its tool. Tools that are for programs alone are refused')
            [CompletionResult]::new('--layout', '--layout', [CompletionResultType]::ParameterName, 'White space of the JSON written [default: the command''s own]')
            [CompletionResult]::new('--indent', '--indent', [CompletionResultType]::ParameterName, 'One level of indentation: a number of spaces (up to 16) or `tab`; implies --layout pretty')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How a check writes what it finds')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('--require-call', '--require-call', [CompletionResultType]::ParameterName, 'A record without a call is a failure (status 1)')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write no calls; say what would change in them, and exit with 1 if anything would')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Exit with 1 when anything had to be repaired; the output is written all the same')
            [CompletionResult]::new('--exit-status', '--exit-status', [CompletionResultType]::ParameterName, 'Exit with 1 when anything had to be repaired; the output is written all the same')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write one JSON object per record or call: value, strategy, risk and every fix, or the error')
            [CompletionResult]::new('--redact', '--redact', [CompletionResultType]::ParameterName, 'Leave excerpts of the text out of the feedback in reports')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Short for --framing lines')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration')
            [CompletionResult]::new('--defaults', '--defaults', [CompletionResultType]::ParameterName, 'Fill in the defaults that a schema declares')
            [CompletionResult]::new('--lossy-coercions', '--lossy-coercions', [CompletionResultType]::ParameterName, 'Coerce also where something is lost: yes and no, `1,234`, `$5`, wrappers, members too many')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--sort-keys', '--sort-keys', [CompletionResultType]::ParameterName, 'Order members by name (RFC 8785); the `keep` layout becomes `compact`')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Write characters beyond ASCII as \u escapes')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;check' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How a check writes what it finds')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and folders that match, as a line of .gitignore does')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes one record may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Where one record ends [default: document; lines where each line is a document]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Records handled at a time; 1 starts no thread [default: one per core]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Records handled at a time; 1 starts no thread [default: one per core]')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--nested', '--nested', [CompletionResultType]::ParameterName, 'What becomes of string values that hold JSON or Python structures [default: keep; where the tool is known: normalize]')
            [CompletionResult]::new('--raw-keys', '--raw-keys', [CompletionResultType]::ParameterName, 'Names whose values are text, whatever they look like, beside those that always are (cmd, content, path, code, …)')
            [CompletionResult]::new('--stats', '--stats', [CompletionResultType]::ParameterName, 'Write the metrics of the run as JSON: to FILE, or to standard error (as a table where that is a terminal)')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Which documents are wanted where a text holds several')
            [CompletionResult]::new('--max-risk', '--max-risk', [CompletionResultType]::ParameterName, 'The riskiest change accepted; a record that needs more is not repaired [default: lossy]')
            [CompletionResult]::new('--truncated', '--truncated', [CompletionResultType]::ParameterName, 'What becomes of input that was cut off [default: close; of calls, programs and places: refuse]')
            [CompletionResult]::new('--strategies', '--strategies', [CompletionResultType]::ParameterName, 'The strategies that may run, separated by commas [default: all]')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Levels of nesting accepted')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Whose output this is: settings of [providers.NAME] apply, and metrics and logs carry the name')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'A JSON Schema (draft 2020-12, or what its $schema says): values are coerced where nothing is lost, and what still does not fit is refused with every violation')
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'The tool that each record holds the arguments of: its schema in --tools, its rules in the configuration, its name in metrics')
            [CompletionResult]::new('--tools', '--tools', [CompletionResultType]::ParameterName, 'Definitions of tools, as OpenAI, Anthropic, Gemini or MCP take them; `calls` reads each call for its tool. Tools that are for programs alone are refused')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('--many', '--many', [CompletionResultType]::ParameterName, 'Let a .json file hold several documents')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Short for --framing lines')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration')
            [CompletionResult]::new('--defaults', '--defaults', [CompletionResultType]::ParameterName, 'Fill in the defaults that a schema declares')
            [CompletionResult]::new('--lossy-coercions', '--lossy-coercions', [CompletionResultType]::ParameterName, 'Coerce also where something is lost: yes and no, `1,234`, `$5`, wrappers, members too many')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;diff' {
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What becomes of a record that could not be handled [default: skip]')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes one record may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Where one record ends [default: document; lines where each line is a document]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Records handled at a time; 1 starts no thread [default: one per core]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Records handled at a time; 1 starts no thread [default: one per core]')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--nested', '--nested', [CompletionResultType]::ParameterName, 'What becomes of string values that hold JSON or Python structures [default: keep; where the tool is known: normalize]')
            [CompletionResult]::new('--raw-keys', '--raw-keys', [CompletionResultType]::ParameterName, 'Names whose values are text, whatever they look like, beside those that always are (cmd, content, path, code, …)')
            [CompletionResult]::new('--stats', '--stats', [CompletionResultType]::ParameterName, 'Write the metrics of the run as JSON: to FILE, or to standard error (as a table where that is a terminal)')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Which documents are wanted where a text holds several')
            [CompletionResult]::new('--max-risk', '--max-risk', [CompletionResultType]::ParameterName, 'The riskiest change accepted; a record that needs more is not repaired [default: lossy]')
            [CompletionResult]::new('--truncated', '--truncated', [CompletionResultType]::ParameterName, 'What becomes of input that was cut off [default: close; of calls, programs and places: refuse]')
            [CompletionResult]::new('--strategies', '--strategies', [CompletionResultType]::ParameterName, 'The strategies that may run, separated by commas [default: all]')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Levels of nesting accepted')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Whose output this is: settings of [providers.NAME] apply, and metrics and logs carry the name')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'A JSON Schema (draft 2020-12, or what its $schema says): values are coerced where nothing is lost, and what still does not fit is refused with every violation')
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'The tool that each record holds the arguments of: its schema in --tools, its rules in the configuration, its name in metrics')
            [CompletionResult]::new('--tools', '--tools', [CompletionResultType]::ParameterName, 'Definitions of tools, as OpenAI, Anthropic, Gemini or MCP take them; `calls` reads each call for its tool. Tools that are for programs alone are refused')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Exit with 1 when anything had to be repaired; the output is written all the same')
            [CompletionResult]::new('--exit-status', '--exit-status', [CompletionResultType]::ParameterName, 'Exit with 1 when anything had to be repaired; the output is written all the same')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Short for --framing lines')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration')
            [CompletionResult]::new('--defaults', '--defaults', [CompletionResultType]::ParameterName, 'Fill in the defaults that a schema declares')
            [CompletionResult]::new('--lossy-coercions', '--lossy-coercions', [CompletionResultType]::ParameterName, 'Coerce also where something is lost: yes and no, `1,234`, `$5`, wrappers, members too many')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;explain' {
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What becomes of a record that could not be handled [default: skip]')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes one record may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Where one record ends [default: document; lines where each line is a document]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Records handled at a time; 1 starts no thread [default: one per core]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Records handled at a time; 1 starts no thread [default: one per core]')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--nested', '--nested', [CompletionResultType]::ParameterName, 'What becomes of string values that hold JSON or Python structures [default: keep; where the tool is known: normalize]')
            [CompletionResult]::new('--raw-keys', '--raw-keys', [CompletionResultType]::ParameterName, 'Names whose values are text, whatever they look like, beside those that always are (cmd, content, path, code, …)')
            [CompletionResult]::new('--stats', '--stats', [CompletionResultType]::ParameterName, 'Write the metrics of the run as JSON: to FILE, or to standard error (as a table where that is a terminal)')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Which documents are wanted where a text holds several')
            [CompletionResult]::new('--max-risk', '--max-risk', [CompletionResultType]::ParameterName, 'The riskiest change accepted; a record that needs more is not repaired [default: lossy]')
            [CompletionResult]::new('--truncated', '--truncated', [CompletionResultType]::ParameterName, 'What becomes of input that was cut off [default: close; of calls, programs and places: refuse]')
            [CompletionResult]::new('--strategies', '--strategies', [CompletionResultType]::ParameterName, 'The strategies that may run, separated by commas [default: all]')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Levels of nesting accepted')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Whose output this is: settings of [providers.NAME] apply, and metrics and logs carry the name')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'A JSON Schema (draft 2020-12, or what its $schema says): values are coerced where nothing is lost, and what still does not fit is refused with every violation')
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'The tool that each record holds the arguments of: its schema in --tools, its rules in the configuration, its name in metrics')
            [CompletionResult]::new('--tools', '--tools', [CompletionResultType]::ParameterName, 'Definitions of tools, as OpenAI, Anthropic, Gemini or MCP take them; `calls` reads each call for its tool. Tools that are for programs alone are refused')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('--readings', '--readings', [CompletionResultType]::ParameterName, 'Show every sign of one text that can be taken in several ways, and what each reading costs')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Exit with 1 when anything had to be repaired; the output is written all the same')
            [CompletionResult]::new('--exit-status', '--exit-status', [CompletionResultType]::ParameterName, 'Exit with 1 when anything had to be repaired; the output is written all the same')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Short for --framing lines')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration')
            [CompletionResult]::new('--defaults', '--defaults', [CompletionResultType]::ParameterName, 'Fill in the defaults that a schema declares')
            [CompletionResult]::new('--lossy-coercions', '--lossy-coercions', [CompletionResultType]::ParameterName, 'Coerce also where something is lost: yes and no, `1,234`, `$5`, wrappers, members too many')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;rule' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;normalize' {
            [CompletionResult]::new('--on-collision', '--on-collision', [CompletionResultType]::ParameterName, 'Which of two members wins that get one name and have different values; equal values become one anyway')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--backup', '--backup', [CompletionResultType]::ParameterName, 'Keep the old file as FILE with SUFFIX after its name [default: ~]')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes one record may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What becomes of a record that could not be handled [default: skip]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Records handled at a time; more than 1 needs --lines [default: with --lines one per core, else 1]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Records handled at a time; more than 1 needs --lines [default: with --lines one per core, else 1]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Where one record ends that is to be mended')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Which documents are wanted where a text holds several')
            [CompletionResult]::new('--max-risk', '--max-risk', [CompletionResultType]::ParameterName, 'The riskiest change accepted; a record that needs more is not repaired [default: lossy]')
            [CompletionResult]::new('--truncated', '--truncated', [CompletionResultType]::ParameterName, 'What becomes of input that was cut off [default: close; of calls, programs and places: refuse]')
            [CompletionResult]::new('--strategies', '--strategies', [CompletionResultType]::ParameterName, 'The strategies that may run, separated by commas [default: all]')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Levels of nesting accepted')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Whose output this is: settings of [providers.NAME] apply, and metrics and logs carry the name')
            [CompletionResult]::new('--layout', '--layout', [CompletionResultType]::ParameterName, 'White space of the JSON written [default: the command''s own]')
            [CompletionResult]::new('--indent', '--indent', [CompletionResultType]::ParameterName, 'One level of indentation: a number of spaces (up to 16) or `tab`; implies --layout pretty')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How a check writes what it finds')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('--canonical', '--canonical', [CompletionResultType]::ParameterName, 'Write canonical text (RFC 8785), one line per document; refuses numbers that no IEEE double is')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write no JSON; name what would change, and exit with 1 if anything would. Takes one thread')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Rewrite each FILE: whole or not at all, and only where something changes')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Change no file; name those that would change, with the exit status of the real run')
            [CompletionResult]::new('--any-file', '--any-file', [CompletionResultType]::ParameterName, 'Rewrite files of any name, not only .json, .jsonl, .ndjson and the like')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Each line is one record: a document that spans lines is a fault')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--sort-keys', '--sort-keys', [CompletionResultType]::ParameterName, 'Order members by name (RFC 8785); the `keep` layout becomes `compact`')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Write characters beyond ASCII as \u escapes')
            [CompletionResult]::new('--repair', '--repair', [CompletionResultType]::ParameterName, 'Mend the input first, as `jmend repair` does')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;cache-key' {
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'What else the result depends on: tenant, model, version of the tool')
            [CompletionResult]::new('--on-collision', '--on-collision', [CompletionResultType]::ParameterName, 'Which of two members wins that get one name and have different values; equal values become one anyway')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes one record may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What becomes of a record that could not be handled [default: skip]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Records handled at a time; more than 1 needs --lines [default: with --lines one per core, else 1]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Records handled at a time; more than 1 needs --lines [default: with --lines one per core, else 1]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Where one record ends that is to be mended')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Which documents are wanted where a text holds several')
            [CompletionResult]::new('--max-risk', '--max-risk', [CompletionResultType]::ParameterName, 'The riskiest change accepted; a record that needs more is not repaired [default: lossy]')
            [CompletionResult]::new('--truncated', '--truncated', [CompletionResultType]::ParameterName, 'What becomes of input that was cut off [default: close; of calls, programs and places: refuse]')
            [CompletionResult]::new('--strategies', '--strategies', [CompletionResultType]::ParameterName, 'The strategies that may run, separated by commas [default: all]')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Levels of nesting accepted')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Whose output this is: settings of [providers.NAME] apply, and metrics and logs carry the name')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('--calls', '--calls', [CompletionResultType]::ParameterName, 'Read whole calls: {"name":…,"arguments":…}, answers of any API, MCP requests; needs no TOOL')
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'Print the key text, which is what is hashed; the last one without a line end')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print {"key":…,"text":…}, one line per call')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Each line is one record: a document that spans lines is a fault')
            [CompletionResult]::new('--repair', '--repair', [CompletionResultType]::ParameterName, 'Mend the input first, as `jmend repair` does')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;preview' {
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'The tool that gave the result; its name is taken as it is')
            [CompletionResult]::new('--args', '--args', [CompletionResultType]::ParameterName, 'The arguments it was called with, a JSON object [default: {}]')
            [CompletionResult]::new('--call', '--call', [CompletionResultType]::ParameterName, 'The call that gave the result, instead of --tool and --args: {"name":…,"arguments":…}, or an API''s answer with one call in it')
            [CompletionResult]::new('--tools', '--tools', [CompletionResultType]::ParameterName, 'File with the tool''s definition: its `native_result` is used, and it must be exposed to native tool calling')
            [CompletionResult]::new('--preview', '--preview', [CompletionResultType]::ParameterName, 'What is shown [default: as --tools has it, else metadata]')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Rows shown, at least 1 [default: 20]')
            [CompletionResult]::new('--preview-program', '--preview-program', [CompletionResultType]::ParameterName, 'File with a PTC-JSON program that makes the preview from `load "result"`')
            [CompletionResult]::new('--preview-command', '--preview-command', [CompletionResultType]::ParameterName, 'A command that makes the preview: the result on its input, an object on its output. It is split into words as a shell would and run without a shell; for one, say `sh -c ''…''`')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Milliseconds that a custom builder may take; 0 means no limit')
            [CompletionResult]::new('--hint', '--hint', [CompletionResultType]::ParameterName, 'The sentence that leads to the full result, with `{tool}` and `{args}`')
            [CompletionResult]::new('--cache-dir', '--cache-dir', [CompletionResultType]::ParameterName, 'Store the full result here under the cache key of the call, where `eval-json --cache-dir` finds it')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes one record may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What becomes of a record that could not be handled [default: skip]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Records handled at a time; more than 1 needs --lines [default: with --lines one per core, else 1]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Records handled at a time; more than 1 needs --lines [default: with --lines one per core, else 1]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Where one record ends that is to be mended')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Which documents are wanted where a text holds several')
            [CompletionResult]::new('--max-risk', '--max-risk', [CompletionResultType]::ParameterName, 'The riskiest change accepted; a record that needs more is not repaired [default: lossy]')
            [CompletionResult]::new('--truncated', '--truncated', [CompletionResultType]::ParameterName, 'What becomes of input that was cut off [default: close; of calls, programs and places: refuse]')
            [CompletionResult]::new('--strategies', '--strategies', [CompletionResultType]::ParameterName, 'The strategies that may run, separated by commas [default: all]')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Levels of nesting accepted')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Whose output this is: settings of [providers.NAME] apply, and metrics and logs carry the name')
            [CompletionResult]::new('--layout', '--layout', [CompletionResultType]::ParameterName, 'White space of the JSON written [default: the command''s own]')
            [CompletionResult]::new('--indent', '--indent', [CompletionResultType]::ParameterName, 'One level of indentation: a number of spaces (up to 16) or `tab`; implies --layout pretty')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('--ndjson', '--ndjson', [CompletionResultType]::ParameterName, 'Each line is a row, and all rows are one result')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Each line is one record: a document that spans lines is a fault')
            [CompletionResult]::new('--repair', '--repair', [CompletionResultType]::ParameterName, 'Mend the input first, as `jmend repair` does')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--sort-keys', '--sort-keys', [CompletionResultType]::ParameterName, 'Order members by name (RFC 8785); the `keep` layout becomes `compact`')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Write characters beyond ASCII as \u escapes')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;eval-json' {
            [CompletionResult]::new('--expr', '--expr', [CompletionResultType]::ParameterName, 'The program itself')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'A JSON object whose members programs `load` by name; `-` is standard input')
            [CompletionResult]::new('--let', '--let', [CompletionResultType]::ParameterName, 'One entry of the context, over one of the same name in --context')
            [CompletionResult]::new('--memory', '--memory', [CompletionResultType]::ParameterName, 'A JSON object that programs read with `var`; the memory of earlier turns')
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'A tool that always returns this value')
            [CompletionResult]::new('--tool-command', '--tool-command', [CompletionResultType]::ParameterName, 'A tool that is a command: arguments as JSON on its input, the result as JSON on its output. CMD is split into words as a shell would, quotes respected, and run without a shell; for one, say `NAME=sh -c ''…''`')
            [CompletionResult]::new('--cache-dir', '--cache-dir', [CompletionResultType]::ParameterName, 'Where the results of all other tools are found by their cache keys, as `jmend preview --cache-dir` stores them')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Milliseconds that the evaluation of one program may take; 0 means no limit')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Bytes of values that one program may build, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes that a program or an input file may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Which documents are wanted where a text holds several')
            [CompletionResult]::new('--max-risk', '--max-risk', [CompletionResultType]::ParameterName, 'The riskiest change accepted; a record that needs more is not repaired [default: lossy]')
            [CompletionResult]::new('--truncated', '--truncated', [CompletionResultType]::ParameterName, 'What becomes of input that was cut off [default: close; of calls, programs and places: refuse]')
            [CompletionResult]::new('--strategies', '--strategies', [CompletionResultType]::ParameterName, 'The strategies that may run, separated by commas [default: all]')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Levels of nesting accepted')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Whose output this is: settings of [providers.NAME] apply, and metrics and logs carry the name')
            [CompletionResult]::new('--layout', '--layout', [CompletionResultType]::ParameterName, 'White space of the JSON written [default: the command''s own]')
            [CompletionResult]::new('--indent', '--indent', [CompletionResultType]::ParameterName, 'One level of indentation: a number of spaces (up to 16) or `tab`; implies --layout pretty')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How a check writes what it finds')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('--save-memory', '--save-memory', [CompletionResultType]::ParameterName, 'Write the memory back when all programs are done, whole or not at all; a missing file starts empty')
            [CompletionResult]::new('--envelope', '--envelope', [CompletionResultType]::ParameterName, 'Write `{"ok":true,"result":…,"memory_delta":…,"memory":…}` or `{"ok":false,"error":{…}}` for every program')
            [CompletionResult]::new('--repair', '--repair', [CompletionResultType]::ParameterName, 'Repair the program text first: fences, prose, Python quotes and all that `jmend repair` repairs')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Run nothing: check the programs, and warn about what was probably not meant')
            [CompletionResult]::new('--print-schema', '--print-schema', [CompletionResultType]::ParameterName, 'Print the JSON Schema of programs')
            [CompletionResult]::new('--print-prompt', '--print-prompt', [CompletionResultType]::ParameterName, 'Print the instructions for a model')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--sort-keys', '--sort-keys', [CompletionResultType]::ParameterName, 'Order members by name (RFC 8785); the `keep` layout becomes `compact`')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Write characters beyond ASCII as \u escapes')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;expose' {
            [CompletionResult]::new('--mode', '--mode', [CompletionResultType]::ParameterName, 'What the agent writes; decides about tools without `expose`')
            [CompletionResult]::new('--ptc-transport', '--ptc-transport', [CompletionResultType]::ParameterName, 'How programs travel. Makes no difference to who sees a tool: with text, also beside programs in tool calls, a tool reaches programs only when it says so')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Keep the tools whose layer is one of these')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes one record may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What becomes of a record that could not be handled [default: skip]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Records handled at a time; more than 1 needs --lines [default: with --lines one per core, else 1]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Records handled at a time; more than 1 needs --lines [default: with --lines one per core, else 1]')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Where one record ends that is to be mended')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Which documents are wanted where a text holds several')
            [CompletionResult]::new('--max-risk', '--max-risk', [CompletionResultType]::ParameterName, 'The riskiest change accepted; a record that needs more is not repaired [default: lossy]')
            [CompletionResult]::new('--truncated', '--truncated', [CompletionResultType]::ParameterName, 'What becomes of input that was cut off [default: close; of calls, programs and places: refuse]')
            [CompletionResult]::new('--strategies', '--strategies', [CompletionResultType]::ParameterName, 'The strategies that may run, separated by commas [default: all]')
            [CompletionResult]::new('--max-depth', '--max-depth', [CompletionResultType]::ParameterName, 'Levels of nesting accepted')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Whose output this is: settings of [providers.NAME] apply, and metrics and logs carry the name')
            [CompletionResult]::new('--layout', '--layout', [CompletionResultType]::ParameterName, 'White space of the JSON written [default: the command''s own]')
            [CompletionResult]::new('--indent', '--indent', [CompletionResultType]::ParameterName, 'One level of indentation: a number of spaces (up to 16) or `tab`; implies --layout pretty')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('--resolve', '--resolve', [CompletionResultType]::ParameterName, 'Add `effective_expose` to each tool')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Each line is one record: a document that spans lines is a fault')
            [CompletionResult]::new('--repair', '--repair', [CompletionResultType]::ParameterName, 'Mend the input first, as `jmend repair` does')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no configuration')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('--compact', '--compact', [CompletionResultType]::ParameterName, 'Short for --layout compact')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Short for --layout pretty')
            [CompletionResult]::new('--sort-keys', '--sort-keys', [CompletionResultType]::ParameterName, 'Order members by name (RFC 8785); the `keep` layout becomes `compact`')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Write characters beyond ASCII as \u escapes')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;stats' {
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Bytes one record may have, also with K, M or G; 0 means no limit')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write there instead of standard output; the file appears whole, when everything was handled, or not at all')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;config' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;completions' {
            [CompletionResult]::new('--tools', '--tools', [CompletionResultType]::ParameterName, 'Print the names of the tools in a file instead, one a line; the scripts use this')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;man' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'Form of the log lines')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on standard error but why the job could not be done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'jmend;help' {
            [CompletionResult]::new('repair', 'repair', [CompletionResultType]::ParameterValue, 'Repair almost-JSON: raw model output in, valid JSON out')
            [CompletionResult]::new('calls', 'calls', [CompletionResultType]::ParameterValue, 'Read tool calls out of model messages and API responses, whatever their format')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Say what is wrong with JSON files, and exit with 1 if anything is')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Show the lines that a repair changes, as a unified diff')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Show what was wrong with a text and what a repair does about it, against the source')
            [CompletionResult]::new('rule', 'rule', [CompletionResultType]::ParameterValue, 'Say what the code of a fix means; without CODE, list all codes')
            [CompletionResult]::new('normalize', 'normalize', [CompletionResultType]::ParameterValue, 'Turn hyphens in member names into underscores, at every depth')
            [CompletionResult]::new('cache-key', 'cache-key', [CompletionResultType]::ParameterValue, 'Print the canonical key of a tool call: equal calls, equal keys')
            [CompletionResult]::new('preview', 'preview', [CompletionResultType]::ParameterValue, 'Preview a tool''s result for a model: shape and size instead of rows, and how to reach the rest')
            [CompletionResult]::new('eval-json', 'eval-json', [CompletionResultType]::ParameterValue, 'Run PTC-JSON programs: filter, aggregate and reshape JSON, bounded in time and memory')
            [CompletionResult]::new('expose', 'expose', [CompletionResultType]::ParameterValue, 'Say who may see which tool: the provider''s own tool calling, programs, or both')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Add up the metrics that --stats wrote')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show the settings that are in force, and where each comes from')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual pages')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'jmend;help;repair' {
            break
        }
        'jmend;help;calls' {
            break
        }
        'jmend;help;check' {
            break
        }
        'jmend;help;diff' {
            break
        }
        'jmend;help;explain' {
            break
        }
        'jmend;help;rule' {
            break
        }
        'jmend;help;normalize' {
            break
        }
        'jmend;help;cache-key' {
            break
        }
        'jmend;help;preview' {
            break
        }
        'jmend;help;eval-json' {
            break
        }
        'jmend;help;expose' {
            break
        }
        'jmend;help;stats' {
            break
        }
        'jmend;help;config' {
            break
        }
        'jmend;help;completions' {
            break
        }
        'jmend;help;man' {
            break
        }
        'jmend;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
