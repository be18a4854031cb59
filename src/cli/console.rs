//! Talk on standard error: errors, warnings, hints. One message is one line, and nothing that could steer a terminal
//! gets through, whoever wrote the text.
//!
//! Whether standard error can be written never changes what the program does, so failures to write are dropped here
//! and nowhere else.

use std::io::{IsTerminal, Write};

use clap::ValueEnum;

use crate::report::text::escape;

/// When messages are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// The answer for standard error, after <https://no-color.org> and `CLICOLOR_FORCE`.
    pub(crate) fn on_stderr(self) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto if set("NO_COLOR") => false,
            Self::Auto if std::env::var_os("CLICOLOR_FORCE").is_some_and(|v| !v.is_empty() && v != "0") => {
                true
            }
            Self::Auto => {
                std::env::var_os("TERM").is_none_or(|term| term != "dumb") && std::io::stderr().is_terminal()
            }
        }
    }
}

/// How grave a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Severity {
    /// Something was not done.
    Error,
    /// Something was done that deserves a look.
    Warning,
}

impl Severity {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }

    fn style(self) -> &'static str {
        match self {
            Self::Error => "\x1b[1;31m",
            Self::Warning => "\x1b[1;33m",
        }
    }
}

/// Standard error, as the flags want it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    /// Colour the severity.
    pub(crate) color: bool,
    /// Say only why the job could not be done.
    pub(crate) quiet: bool,
}

impl Console {
    /// Why the job, or a part of it, could not be done. Said even under `--quiet`.
    pub(crate) fn error(self, message: &str) {
        send(&format!("jmend: {}: {}\n", self.label(Severity::Error, None), escape(message)));
    }

    /// A friendly line for somebody at a terminal.
    pub(crate) fn hint(self, message: &str) {
        if !self.quiet {
            send(&format!("jmend: {}\n", escape(message)));
        }
    }

    /// A message about a place in the input: `file:line:column: error[code]: message`.
    pub(crate) fn at(self, place: &str, severity: Severity, code: &str, message: &str) {
        if !self.quiet {
            send(&self.line(place, severity, code, message));
        }
    }

    /// The same as a line of text, where the message is the product.
    pub(crate) fn line(self, place: &str, severity: Severity, code: &str, message: &str) -> String {
        format!("{}: {}: {}\n", escape(place), self.label(severity, Some(code)), escape(message))
    }

    fn label(self, severity: Severity, code: Option<&str>) -> String {
        let code = code.map_or_else(String::new, |code| format!("[{code}]"));
        if self.color {
            format!("{}{}{code}\x1b[0m", severity.style(), severity.name())
        } else {
            format!("{}{code}", severity.name())
        }
    }
}

/// Sends whole lines at once, so that lines of several processes do not mix. What they say is safe to show.
pub(crate) fn send(line: &str) {
    // A closed standard error must not change the outcome.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
