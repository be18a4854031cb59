//! Talk on standard error: errors, warnings, hints. One message is one line, and nothing that could steer a terminal
//! gets through, whoever wrote the text.
//!
//! Whether standard error can be written never changes what the program does, so failures to write are dropped here
//! and nowhere else.

use std::io::{IsTerminal, Write};

use clap::ValueEnum;

use crate::core::repair::Risk;
pub(crate) use crate::report::diagnostic::{Diagnostic, Severity};
use crate::report::tally::Tally;
use crate::report::text::escape;
use crate::report::{Look, concise, style};

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
    /// The answer for standard error.
    pub(crate) fn on_stderr(self) -> bool {
        self.on(|| std::io::stderr().is_terminal())
    }

    /// The answer for a stream, after <https://no-color.org> and `CLICOLOR_FORCE`.
    fn on(self, is_terminal: impl FnOnce() -> bool) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto if set("NO_COLOR") => false,
            Self::Auto if std::env::var_os("CLICOLOR_FORCE").is_some_and(|v| !v.is_empty() && v != "0") => {
                true
            }
            Self::Auto => std::env::var_os("TERM").is_none_or(|term| term != "dumb") && is_terminal(),
        }
    }
}

/// Standard error, as the flags want it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    /// When anything is coloured.
    pub(crate) choice: Color,
    /// Colour messages.
    pub(crate) color: bool,
    /// Say only why the job could not be done.
    pub(crate) quiet: bool,
}

impl Console {
    /// Why the job, or a part of it, could not be done. Said even under `--quiet`.
    pub(crate) fn error(self, message: &str) {
        let label = self.stderr().paint(style::ERROR, Severity::Error.name());
        send(&format!("jmend: {label}: {}\n", escape(message)));
    }

    /// How a text for people looks on standard output or in the file that stands for it.
    pub(crate) fn look(self, is_terminal: bool) -> Look {
        let width =
            || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
        Look { color: self.choice.on(|| is_terminal), width: is_terminal.then(width).flatten() }
    }

    /// A friendly line for somebody at a terminal.
    pub(crate) fn hint(self, message: &str) {
        if !self.quiet {
            send(&format!("jmend: {}\n", escape(message)));
        }
    }

    /// Does a person read these messages as they come?
    pub(crate) fn is_watched(self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    /// Tells a person, in one line, how much was guessed; `shows` is the command that shows each fix. Losses have lines of
    /// their own, and programs read reports.
    pub(crate) fn sum_up(self, tally: &Tally, shows: &str) {
        let Some(risk @ (Risk::Inferred | Risk::Lossy)) = tally.riskiest.filter(|_| self.is_watched()) else {
            return;
        };
        let (es, them) = if tally.fixes == 1 { ("", "it") } else { ("es", "them") };
        self.hint(&format!("{} fix{es}, riskiest {risk}; {shows} shows {them}", tally.fixes));
    }

    /// A message about a source: `file:line:column: error[code]: message`.
    pub(crate) fn about(self, source: &str, diagnostic: &Diagnostic) {
        let mut line = String::new();
        self.push(&mut line, source, diagnostic);
        self.tell(&line);
    }

    /// Appends the line of such a message.
    pub(crate) fn push(self, lines: &mut String, source: &str, diagnostic: &Diagnostic) {
        concise::push_line(lines, self.stderr(), source, diagnostic);
    }

    /// How a message looks.
    fn stderr(self) -> Look {
        Look { color: self.color, width: None }
    }

    /// Whole lines, together.
    pub(crate) fn tell(self, lines: &str) {
        if !self.quiet && !lines.is_empty() {
            send(lines);
        }
    }
}

/// Sends whole lines at once, so that lines of several processes do not mix. What they say is safe to show.
pub(crate) fn send(line: &str) {
    super::progress::clear();
    // A closed standard error must not change the outcome.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
