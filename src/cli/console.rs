//! Talk on standard error: errors, warnings, hints. One message is one line, and nothing that could steer a terminal
//! gets through, in any text.
//!
//! Whether standard error can be written never changes what the program does, so failures to write are dropped here
//! and nowhere else.

use std::io::{IsTerminal, Write};

use clap::ValueEnum;

use super::logging::LogFormat;
use crate::core::json::shown::escape;
use crate::core::json::{brief, brief_value};
use crate::core::repair::engine::Risk;
pub(crate) use crate::report::diagnostic::{Diagnostic, Severity};
use crate::report::record::{field, put, string};
use crate::report::tally::{Files, Tally};
use crate::report::text::escape_first;
use crate::report::{Look, concise, style};

/// When messages are colored.
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
    /// When anything is colored.
    pub(crate) choice: Color,
    /// Color messages.
    pub(crate) color: bool,
    /// Say only why the job could not be done.
    pub(crate) quiet: bool,
    /// Say also what went well.
    pub(crate) verbose: bool,
    /// The form of messages: that of log lines, so that a program can read all of standard error.
    pub(crate) form: LogFormat,
}

impl Console {
    /// Why the job, or a part of it, could not be done. Said even under `--quiet`.
    pub(crate) fn error(self, message: &str) {
        let message = &*brief(message);
        match self.form {
            LogFormat::Text => {
                let label = self.stderr().paint(style::ERROR, Severity::Error.name());
                send(&format!("jmend: {label}: {}\n", escape(message)));
            }
            LogFormat::Json => send(&json_line("ERROR", message, |_| {})),
        }
    }

    /// Why a filter was stopped, and what allows more, if anything does. Said even under `--quiet`.
    pub(crate) fn stopped(self, why: &str, advice: &str) {
        let message = format!("the filter was stopped: {why}");
        match self.form {
            LogFormat::Text if advice.is_empty() => self.error(&message),
            LogFormat::Text => self.error(&format!("{message}; {advice}")),
            LogFormat::Json => send(&json_line("ERROR", &message, |out| {
                field(out, "code", Some("stopped"));
                field(out, "advice", Some(advice).filter(|advice| !advice.is_empty()));
            })),
        }
    }

    /// How a text for people looks on standard output or in the file that stands for it.
    pub(crate) fn look(self, is_terminal: bool) -> Look {
        let width =
            || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
        Look { color: self.choice.on(|| is_terminal), width: is_terminal.then(width).flatten() }
    }

    /// A friendly line for a person at a terminal.
    pub(crate) fn hint(self, message: &str) {
        let message = &*brief(message);
        match self.form {
            LogFormat::Text => self.tell(&format!("jmend: {}\n", escape(message))),
            LogFormat::Json => self.tell(&json_line("INFO", message, |_| {})),
        }
    }

    /// What became of a file.
    pub(crate) fn remark(self, name: &str, what: &str) {
        match self.form {
            LogFormat::Text => self.tell(&format!("{}: {what}\n", escape_first(name))),
            LogFormat::Json => self.tell(&json_line("INFO", what, |out| field(out, "source", Some(name)))),
        }
    }

    /// Returns whether messages are for people, who read only some of many.
    pub(crate) fn is_brief(self) -> bool {
        self.form == LogFormat::Text && !self.verbose
    }

    /// Returns whether a person reads these messages as they come.
    pub(crate) fn is_watched(self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    /// The last word of a run over several records, unless all went well and no person reads it. A check always has one: of
    /// `files` where it checked files.
    pub(crate) fn close(self, tally: &Tally, with_calls: bool, is_check: bool, files: Option<Files>) {
        if let Some(files) = files {
            if !files.are_unread(*tally) {
                self.hint(&tally.found(files));
            }
        } else if is_check || tally.is_worth_a_word() || self.verbose || self.is_watched() {
            self.hint(&tally.closing(with_calls, if is_check { "would change" } else { "repaired" }));
        }
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
        if self.form == LogFormat::Text {
            return concise::push_line(lines, self.stderr(), source, diagnostic);
        }
        let level = match diagnostic.severity {
            Severity::Error => "ERROR",
            Severity::Warning => "WARN",
            Severity::Note => "INFO",
        };
        lines.push_str(&json_line(level, &diagnostic.message, |out| {
            field(out, "code", Some(diagnostic.code));
            field(out, "advice", Some(diagnostic.advice.as_ref()).filter(|advice| !advice.is_empty()));
            field(out, "source", Some(source));
            field(out, "path", diagnostic.path.as_deref().map(brief_value).as_deref());
            if let Some(place) = &diagnostic.place {
                put(out, format_args!(",\"line\":{}", place.start.0));
                if let Some(column) = place.start.1 {
                    put(out, format_args!(",\"column\":{column}"));
                }
            }
            if let Some(record) = diagnostic.record {
                put(out, format_args!(",\"record\":{record}"));
            }
        }));
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

/// A message as a line of the log, with what `more` adds to its fields.
fn json_line(level: &str, message: &str, more: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = format!("{{\"level\":\"{level}\",\"fields\":{{\"message\":").into_bytes();
    string(&mut out, message);
    more(&mut out);
    out.extend_from_slice(b"},\"target\":\"jmend\"}\n");
    String::from_utf8_lossy(&out).into_owned()
}

/// Sends whole lines at once, so that lines of several processes do not mix. What they say is safe to show.
pub(crate) fn send(line: &str) {
    super::progress::clear();
    // A closed standard error must not change the outcome.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
