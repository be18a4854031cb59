_jmend() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="jmend"
                ;;
            jmend,cache)
                cmd="jmend__subcmd__cache"
                ;;
            jmend,cache-key)
                cmd="jmend__subcmd__cache__subcmd__key"
                ;;
            jmend,calls)
                cmd="jmend__subcmd__calls"
                ;;
            jmend,check)
                cmd="jmend__subcmd__check"
                ;;
            jmend,completions)
                cmd="jmend__subcmd__completions"
                ;;
            jmend,config)
                cmd="jmend__subcmd__config"
                ;;
            jmend,diff)
                cmd="jmend__subcmd__diff"
                ;;
            jmend,eval-json)
                cmd="jmend__subcmd__eval__subcmd__json"
                ;;
            jmend,explain)
                cmd="jmend__subcmd__explain"
                ;;
            jmend,expose)
                cmd="jmend__subcmd__expose"
                ;;
            jmend,learn)
                cmd="jmend__subcmd__learn"
                ;;
            jmend,man)
                cmd="jmend__subcmd__man"
                ;;
            jmend,normalize)
                cmd="jmend__subcmd__normalize"
                ;;
            jmend,preview)
                cmd="jmend__subcmd__preview"
                ;;
            jmend,query)
                cmd="jmend__subcmd__query"
                ;;
            jmend,repair)
                cmd="jmend__subcmd__repair"
                ;;
            jmend,report)
                cmd="jmend__subcmd__report"
                ;;
            jmend,rule)
                cmd="jmend__subcmd__rule"
                ;;
            jmend,stats)
                cmd="jmend__subcmd__stats"
                ;;
            jmend__subcmd__cache,gc)
                cmd="jmend__subcmd__cache__subcmd__gc"
                ;;
            jmend__subcmd__cache,get)
                cmd="jmend__subcmd__cache__subcmd__get"
                ;;
            jmend__subcmd__cache,has)
                cmd="jmend__subcmd__cache__subcmd__has"
                ;;
            jmend__subcmd__cache,ls)
                cmd="jmend__subcmd__cache__subcmd__ls"
                ;;
            jmend__subcmd__cache,rm)
                cmd="jmend__subcmd__cache__subcmd__rm"
                ;;
            jmend__subcmd__cache,stat)
                cmd="jmend__subcmd__cache__subcmd__stat"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        jmend)
            opts="-h -v -q -e -l -j -o -c -p -S -i -V --help --verbose --quiet --color --log-format --exit-status --on-error --json --report --redact --errors --skip --backup --dry-run --any-file --extract --max-bytes --framing --lines --jobs --output --nested --raw-keys --stats --stats-every --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --schema --tool --tools --defaults --lossy-coercions --decode --layout --compact --pretty --indent --sort-keys --ascii --fallback-command --fallback-timeout --partial --in-place --at --diff --version repair calls check explain stats preview query eval-json cache cache-key normalize expose config completions man diff rule report learn"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "skip null stop raw" -- "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "full short" -- "${cur}"))
                    return 0
                    ;;
                --json)
                    COMPREPLY=($(compgen -W "full short" -- "${cur}"))
                    return 0
                    ;;
                --errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skip)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "document lines nul strings docker cri" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nested)
                    COMPREPLY=($(compgen -W "keep normalize decode" -- "${cur}"))
                    return 0
                    ;;
                --raw-keys)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats-every)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --schema)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tools)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --layout)
                    COMPREPLY=($(compgen -W "keep compact pretty" -- "${cur}"))
                    return 0
                    ;;
                --indent)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fallback-command)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fallback-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__cache)
            opts="-h -v -q --no-config --help --verbose --quiet --color --log-format get has ls rm gc stat"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__cache__subcmd__key)
            opts="-o -l -j -h -v -q --calls --namespace --text --json --on-collision --output --max-bytes --on-error --lines --jobs --repair --framing --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-collision)
                    COMPREPLY=($(compgen -W "error first last" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "skip stop" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "document lines nul strings docker cri" -- "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__cache__subcmd__gc)
            opts="-o -h -v -q --cache-dir --output --max-size --max-age --no-config --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --cache-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-age)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__cache__subcmd__get)
            opts="-o -h -v -q --cache-dir --output --tool --args --call --namespace --no-config --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --cache-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --args)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --call)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__cache__subcmd__has)
            opts="-o -h -v -q --cache-dir --output --tool --args --call --namespace --no-config --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --cache-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --args)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --call)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__cache__subcmd__ls)
            opts="-o -h -v -q --cache-dir --output --tool --namespace --no-config --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --cache-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__cache__subcmd__rm)
            opts="-o -h -v -q --cache-dir --output --tool --namespace --all --no-config --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --cache-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__cache__subcmd__stat)
            opts="-o -h -v -q --cache-dir --output --no-config --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --cache-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__calls)
            opts="-e -l -j -o -c -p -S -h -v -q --call-format --require-call --unknown-tools --history --with-content --to --partial --check --exit-status --on-error --json --report --redact --errors --skip --max-bytes --framing --lines --jobs --output --nested --raw-keys --stats --stats-every --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --tools --defaults --lossy-coercions --layout --compact --pretty --indent --sort-keys --ascii --format --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --call-format)
                    COMPREPLY=($(compgen -W "auto qwen3-coder-drift hermes granite step-audio-2 glm-5.3-flash hermes-name rwkv hyperclova-x openpangu granite-20b-fc xml-name-arguments xml-tool_name-arguments llama3-json mistral mistral-args phi4-functools internlm2 jamba nemotron-toolcall command-r lmstudio-tool_request longcat dots apertus inkling gigachat3 sarashina gpt-oss-harmony harmony-plain beam kimi-k2 deepseek-v3 deepseek-v3.1 functionary-v3.1 glm-4 functionary-v3.2 plamo3 qwen-agent-✿ solar-open qwen-calling functionary-v2 mcp-xml cwm cwm-command deepseek-dsml-name langchain-xml qwen3-coder-xml mlx-function seed-oss minicpm5-xml continue-tool solar-open-2 glm-4.5 glm-4.7 hunyuan-hy iquest iquest-coder k2-horizon deepseek-dsml minimax-m2 muse step3 anthropic-invoke-text grok-function_call xml-tool_call-name xml-tool_use-name xml-tool-name anthropic-tool_name minimax-m3 xml-elements hermes-pythonic hermes-attributes toolname-xml kimi-k3 pythonic lfm2-pythonic olmo3-pythonic gemma-tool_code gemini-default_api gemini-call gemma4 functiongemma fence-pythonic ptc-lisp react bare-json json-array openai-parallel-tool api-openai-chat api-openai-chat-sse openai-legacy-function_call api-openai-responses api-anthropic api-anthropic-sse api-gemini api-bedrock mcp-jsonrpc langchain-message" -- "${cur}"))
                    return 0
                    ;;
                --unknown-tools)
                    COMPREPLY=($(compgen -W "keep drop refuse" -- "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "openai responses anthropic gemini mcp bedrock" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "skip null stop raw" -- "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "full short" -- "${cur}"))
                    return 0
                    ;;
                --json)
                    COMPREPLY=($(compgen -W "full short" -- "${cur}"))
                    return 0
                    ;;
                --errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skip)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "document lines nul strings docker cri" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nested)
                    COMPREPLY=($(compgen -W "keep normalize decode" -- "${cur}"))
                    return 0
                    ;;
                --raw-keys)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats-every)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tools)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --layout)
                    COMPREPLY=($(compgen -W "keep compact pretty" -- "${cur}"))
                    return 0
                    ;;
                --indent)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human concise json github sarif" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__check)
            opts="-l -j -o -h -v -q --format --fix --unsafe-fixes --diff --dialect --fail-on --many --exclude --force-exclude --max-bytes --framing --lines --jobs --output --nested --raw-keys --stats --stats-every --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --schema --tool --tools --defaults --lossy-coercions --at --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --format)
                    COMPREPLY=($(compgen -W "human concise json github sarif" -- "${cur}"))
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -W "json jsonc json5" -- "${cur}"))
                    return 0
                    ;;
                --fail-on)
                    COMPREPLY=($(compgen -W "error warning never" -- "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "document lines nul strings docker cri" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nested)
                    COMPREPLY=($(compgen -W "keep normalize decode" -- "${cur}"))
                    return 0
                    ;;
                --raw-keys)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats-every)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --schema)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tools)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__completions)
            opts="-h -v -q --tools --no-config --help --verbose --quiet --color --log-format bash elvish fish powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --tools)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__config)
            opts="-h -v -q --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__diff)
            opts="-e -l -j -o -h -v -q --exit-status --max-bytes --framing --lines --jobs --output --nested --raw-keys --stats --stats-every --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --schema --tool --tools --defaults --lossy-coercions --at --decode --on-error --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "document lines nul strings docker cri" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nested)
                    COMPREPLY=($(compgen -W "keep normalize decode" -- "${cur}"))
                    return 0
                    ;;
                --raw-keys)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats-every)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --schema)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tools)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "skip stop" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__eval__subcmd__json)
            opts="-o -c -p -S -h -v -q --expr --context --let --memory --save-memory --define-tool --tool-command --cache-dir --namespace --timeout --max-memory --tools --jq --strict-types --max-result --envelope --repair --check --print-schema --print-prompt --max-bytes --output --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --layout --compact --pretty --indent --sort-keys --ascii --format --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --expr)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --let)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --memory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --define-tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool-command)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cache-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-memory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tools)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-result)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --envelope)
                    COMPREPLY=($(compgen -W "sizes values" -- "${cur}"))
                    return 0
                    ;;
                --print-schema)
                    COMPREPLY=($(compgen -W "full strict" -- "${cur}"))
                    return 0
                    ;;
                --print-prompt)
                    COMPREPLY=($(compgen -W "full card" -- "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --layout)
                    COMPREPLY=($(compgen -W "keep compact pretty" -- "${cur}"))
                    return 0
                    ;;
                --indent)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human concise json github sarif" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__explain)
            opts="-e -l -j -o -h -v -q --readings --clipboard --copy --exit-status --max-bytes --framing --lines --jobs --output --nested --raw-keys --stats --stats-every --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --schema --tool --tools --defaults --lossy-coercions --at --on-error --code --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "document lines nul strings docker cri" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nested)
                    COMPREPLY=($(compgen -W "keep normalize decode" -- "${cur}"))
                    return 0
                    ;;
                --raw-keys)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats-every)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --schema)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tools)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "skip stop" -- "${cur}"))
                    return 0
                    ;;
                --code)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__expose)
            opts="-o -l -j -c -p -S -h -v -q --mode --ptc-transport --allow --resolve --to --strip --output --max-bytes --on-error --lines --jobs --repair --framing --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --layout --compact --pretty --indent --sort-keys --ascii --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --mode)
                    COMPREPLY=($(compgen -W "text ptc_lisp" -- "${cur}"))
                    return 0
                    ;;
                --ptc-transport)
                    COMPREPLY=($(compgen -W "content tool_call none" -- "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "native ptc_lisp both" -- "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "anthropic openai" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "skip stop" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "document lines nul strings docker cri" -- "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --layout)
                    COMPREPLY=($(compgen -W "keep compact pretty" -- "${cur}"))
                    return 0
                    ;;
                --indent)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__learn)
            opts="-j -o -h -v -q --tool --least --max-bytes --jobs --output --no-config --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --least)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__man)
            opts="-h -v -q --no-config --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__normalize)
            opts="-o -i -l -j -c -p -S -h -v -q --on-collision --canonical --check --output --in-place --backup --dry-run --any-file --max-bytes --on-error --lines --jobs --framing --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --layout --compact --pretty --indent --sort-keys --ascii --repair --format --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --on-collision)
                    COMPREPLY=($(compgen -W "error first last" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "skip stop" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "document lines nul strings docker cri" -- "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --layout)
                    COMPREPLY=($(compgen -W "keep compact pretty" -- "${cur}"))
                    return 0
                    ;;
                --indent)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human concise json github sarif" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__preview)
            opts="-e -o -l -j -c -p -S -h -v -q --tool --args --call --namespace --tools --preview --profile --limit --at --sample --seed --max-bytes-out --max-tokens --inline-below --details --preview-program --preview-command --timeout --exit-status --hint-for --hint --ndjson --cache-dir --cache-max-size --assume-cached --result-error --output --max-bytes --on-error --lines --jobs --repair --framing --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --layout --compact --pretty --indent --sort-keys --ascii --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --args)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --call)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tools)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --preview)
                    COMPREPLY=($(compgen -W "metadata rows profile" -- "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes-out)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-tokens)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --inline-below)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --preview-program)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --preview-command)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hint-for)
                    COMPREPLY=($(compgen -W "eval-json lisp" -- "${cur}"))
                    return 0
                    ;;
                --hint)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cache-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cache-max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "skip stop" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "document lines nul strings docker cri" -- "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --layout)
                    COMPREPLY=($(compgen -W "keep compact pretty" -- "${cur}"))
                    return 0
                    ;;
                --indent)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__query)
            opts="-n -s -r -e -C -o -c -p -S -h -v -q --null-input --slurp --raw-output --exit-status --let --arg --argjson --define-tool --tool-command --cache-dir --namespace --repair --tab --color-output --timeout --max-memory --max-output --max-bytes --output --layout --compact --pretty --indent --sort-keys --ascii --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --let)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --arg)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --argjson)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --define-tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool-command)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cache-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-memory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --layout)
                    COMPREPLY=($(compgen -W "keep compact pretty" -- "${cur}"))
                    return 0
                    ;;
                --indent)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__repair)
            opts="-e -l -j -o -c -p -S -i -h -v -q --exit-status --on-error --json --report --redact --errors --skip --backup --dry-run --any-file --extract --max-bytes --framing --lines --jobs --output --nested --raw-keys --stats --stats-every --select --from --nan --max-risk --min-confidence --truncated --strategies --max-depth --config --no-config --provider --schema --tool --tools --defaults --lossy-coercions --decode --layout --compact --pretty --indent --sort-keys --ascii --fallback-command --fallback-timeout --partial --in-place --at --diff --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --on-error)
                    COMPREPLY=($(compgen -W "skip null stop raw" -- "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "full short" -- "${cur}"))
                    return 0
                    ;;
                --json)
                    COMPREPLY=($(compgen -W "full short" -- "${cur}"))
                    return 0
                    ;;
                --errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --skip)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "document lines nul strings docker cri" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nested)
                    COMPREPLY=($(compgen -W "keep normalize decode" -- "${cur}"))
                    return 0
                    ;;
                --raw-keys)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats-every)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "answer first last largest all" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "auto json python ruby elixir edn js rust perl php var_dump print_r powershell lua go java proto" -- "${cur}"))
                    return 0
                    ;;
                --nan)
                    COMPREPLY=($(compgen -W "null string error" -- "${cur}"))
                    return 0
                    ;;
                --max-risk)
                    COMPREPLY=($(compgen -W "syntax inferred lossy" -- "${cur}"))
                    return 0
                    ;;
                --min-confidence)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --truncated)
                    COMPREPLY=($(compgen -W "close refuse" -- "${cur}"))
                    return 0
                    ;;
                --strategies)
                    COMPREPLY=($(compgen -W "ast regex structural manual" -- "${cur}"))
                    return 0
                    ;;
                --max-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --provider)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --schema)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tool)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tools)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --layout)
                    COMPREPLY=($(compgen -W "keep compact pretty" -- "${cur}"))
                    return 0
                    ;;
                --indent)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fallback-command)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fallback-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__report)
            opts="-j -o -h -v -q --max-bytes --by --at --baseline --redact --jobs --output --no-config --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --baseline)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__rule)
            opts="-h -v -q --no-config --help --verbose --quiet --color --log-format single-quotes smart-quotes backtick-quotes triple-quotes doubled-quotes unquoted-key unquoted-value inner-quote missing-open-quote missing-close-quote escaped-quotes raw-control escape-spelling literal-backslash markdown-escape line-continuation cut-escape lone-surrogate joined-strings string-prefix trailing-comma extra-comma missing-comma missing-colon wrong-separator extra-colon wide-punctuation comment odd-space escaped-space python-word word-case placeholder undefined non-finite number-spelling number-text notation class-name tuple set parentheses call-wrapper missing-closer missing-opener wrong-closer wrong-opener surplus-closer early-closer doubled-braces bom utf-16 invalid-utf8 fence prose reasoning assignment leaked-token ansi line-prefix wrapper conflict-marker escaped-document entities missing-value ellipsis surplus-quote stray-text duplicate-key plain-key new-object empty-input repeated-document abandoned-start dropped-document next-document cut-off cut-part alias alias-conflict renamed-key nested-json nested-text decoded-json decoded-text coerced-number coerced-boolean coerced-null coerced-string encoded-json wrapped-item enum-spelling filled-default lossy-boolean lossy-number unwrapped dropped-null dropped-member by-position broken-head broken-tag call-cut-off call-in-code call-in-example call-in-reasoning call-in-sentence escaped-name list-of-values missing-close missing-value-of-key name-from-arguments name-from-id name-from-keys name-from-tools nested-string python-value raw-text repeated-key arguments changed-call confidence depth encoding framing hidden-tool no-call no-json no-name notation risk schema schema-work size strategy too-large truncated unknown-tool unread log-lines call-as-text encoded-twice template-braces template-token html-entities python-literal unescaped-quotes multiline-string backslashes typography abbreviated javascript brackets slip types several-documents duplicate-keys chat-wrapper"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        jmend__subcmd__stats)
            opts="-j -o -h -v -q --format --max-bytes --by --at --baseline --redact --jobs --output --no-config --html --help --verbose --quiet --color --log-format"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --format)
                    COMPREPLY=($(compgen -W "terminal markdown json openmetrics" -- "${cur}"))
                    return 0
                    ;;
                --max-bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --baseline)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --log-format)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _jmend -o nosort -o bashdefault -o default jmend
else
    complete -F _jmend -o bashdefault -o default jmend
fi

# The value of --tool is a name out of the file of --tools. Names are compared, never expanded.
_jmend_with_tools() {
    local i name file= joined=
    # A value after `=`: bash takes `=` for a word of its own, unless COMP_WORDBREAKS lacks it.
    if [[ "$2" == --*=* ]]; then
        joined="${2%%=*}="
        local -a split=("${COMP_WORDS[@]:0:COMP_CWORD}" "${2%%=*}" "${2#*=}")
        local -a COMP_WORDS=("${split[@]}")
        local COMP_CWORD=$((${#split[@]} - 1))
        set -- "$1" "${2#*=}" "${2%%=*}"
    elif [[ "$2" == = ]]; then
        set -- "$1" "" "$3"
    elif [[ "$3" == = && "$COMP_CWORD" -ge 2 ]]; then
        set -- "$1" "$2" "${COMP_WORDS[COMP_CWORD - 2]}"
    fi
    if [[ "$3" == --tool ]]; then
        for ((i = 1; i < ${#COMP_WORDS[@]}; i++)); do
            [[ "${COMP_WORDS[i - 1]}" == --tools ]] && file="${COMP_WORDS[i]}"
        done
    fi
    if [[ -n "$file" ]]; then
        COMPREPLY=()
        while IFS= read -r name; do
            [[ "$name" == "$2"* ]] && COMPREPLY+=("$name")
        done < <("$1" completions --tools "$file" 2> /dev/null)
        return 0
    fi
    _jmend "$@"
    COMPREPLY=("${COMPREPLY[@]/#/$joined}")
}
complete -F _jmend_with_tools -o bashdefault -o default jmend
