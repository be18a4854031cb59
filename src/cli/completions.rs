//! `jmend completions`: a script that completes jmend's commands, flags and their values in a shell.
//!
//! Values that flags know (codes, formats, risks) come from their definitions. Names of tools are in a file that the
//! command line names: bash, zsh and fish ask `jmend completions --tools FILE` for them while a user types.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap_complete::{Shell, generate};

use super::definition::definition;
use super::exit::Exit;
use super::output::Sink;
use super::tools_file::read_text;
use crate::core::json::{self, MAX_DEPTH};
use crate::core::results::expose;

const EXAMPLES: &str = "\
Examples:
  jmend completions bash > ~/.local/share/bash-completion/completions/jmend
  jmend completions zsh > ~/.zfunc/_jmend                       with ~/.zfunc in fpath
  jmend completions fish > ~/.config/fish/completions/jmend.fish
  jmend completions --tools tools.json                          the names that --tool may take";

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum, required_unless_present = "tools")]
    shell: Option<Shell>,
    /// Print the names of the tools in a file instead, one per line; the scripts use this
    #[arg(long, value_name = "FILE", conflicts_with = "shell")]
    tools: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let text = match (&args.tools, args.shell) {
        (Some(file), _) => names(file)?,
        (None, Some(shell)) => script(shell)?,
        (None, None) => String::new(),
    };
    Sink::open(None)?.write_all(text).map(|()| Exit::Done)
}

/// The script for a shell.
fn script(shell: Shell) -> anyhow::Result<String> {
    let mut script = Vec::new();
    generate(shell, &mut with_short_form(definition(None)), "jmend", &mut script);
    let script = String::from_utf8(script).context("the script is not UTF-8")?;
    Ok(match shell {
        Shell::Bash => format!("{script}{BASH_TOOLS}"),
        Shell::Fish => format!("{script}{FISH_TOOLS}"),
        Shell::Zsh => {
            // The function stands before the line that runs the script where it is sourced.
            let script: Vec<_> = script.lines().map(zsh_line).collect();
            let (head, tail) = script.split_at(script.len().min(1));
            format!("{}\n{ZSH_TOOLS}{}\n", head.join("\n"), tail.join("\n"))
        }
        _ => script,
    })
}

/// Puts the flags of `repair` beside the commands: `jmend FILE` is short for `jmend repair FILE`.
fn with_short_form(jmend: clap::Command) -> clap::Command {
    let repair = jmend.find_subcommand("repair").cloned();
    let flags: Vec<_> = repair.iter().flat_map(|repair| repair.get_arguments().cloned()).collect();
    let is_new = |flag: &clap::Arg| {
        !flag.is_positional() && jmend.get_arguments().all(|own| own.get_id() != flag.get_id())
    };
    let flags: Vec<_> = flags.into_iter().filter(is_new).collect();
    jmend.args(flags)
}

/// `--tool NAME` takes the name of a tool, whatever the flag excludes (`'(--schema)--tool=[…]:NAME:…'`).
fn zsh_line(line: &str) -> String {
    let flag = line.split('[').next().unwrap_or_default();
    if flag.ends_with("--tool=") && line.contains(":NAME:_default'") {
        line.replace(":_default'", ":_jmend_tools'")
    } else {
        line.to_owned()
    }
}

const BASH_TOOLS: &str = r#"
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
"#;

const ZSH_TOOLS: &str = r#"
# The value of --tool is a name out of the file of --tools.
_jmend_tools() {
    local at=${words[(I)--tools]}
    local -a names
    if (( at )); then
        names=(${(f)"$(jmend completions --tools ${words[at + 1]} 2> /dev/null)"})
        compadd -a names
    else
        _default
    fi
}
"#;

const FISH_TOOLS: &str = r"
# The value of --tool is a name out of the file of --tools.
function __jmend_tools
    set -l words (commandline -opc)
    set -l at (contains -i -- --tools $words)
    and jmend completions --tools $words[(math $at + 1)] 2> /dev/null
end
complete -c jmend -l tool -x -a '(__jmend_tools)'
";

/// The names of the tools in a file, one a line. A name that a shell could take for something else is not a name.
fn names(file: &Path) -> anyhow::Result<String> {
    let text = read_text(file)?;
    let value = json::parse(&text, MAX_DEPTH).map_err(|error| anyhow!("{}", error.kind))?;
    let tools = expose::tools(&value)?;
    let is_plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.:/".contains(c));
    let names = tools.iter().map(|tool| tool.name.as_str()).filter(|name| is_plain(name));
    Ok(names.fold(String::new(), |text, name| text + name + "\n"))
}
