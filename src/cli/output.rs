//! Where the product goes, and how JSON is laid out in it.
//!
//! Every write and the last flush are checked: what could not be written is never reported as done.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;

use super::atomic::AtomicFile;
use crate::core::json::{Indent, Layout, Style};
use crate::report::text;

/// White space of the JSON written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutChoice {
    /// As the input has it.
    Keep,
    /// None; one line per value.
    Compact,
    /// One member or item a line.
    Pretty,
}

/// The flags that say how JSON is laid out; flattened into the commands that write JSON.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Layout")]
#[expect(clippy::struct_excessive_bools, reason = "four independent flags")]
pub(crate) struct LayoutArgs {
    /// White space of the JSON written [default: the command's own]
    #[arg(long, value_enum, value_name = "LAYOUT")]
    layout: Option<LayoutChoice>,
    /// Short for --layout compact
    #[arg(short, long, conflicts_with_all = ["layout", "pretty", "indent"])]
    compact: bool,
    /// Short for --layout pretty
    #[arg(short, long, conflicts_with = "layout")]
    pretty: bool,
    /// One level of indentation: a number of spaces (up to 16) or `tab`; implies --layout pretty
    #[arg(long, value_name = "N|tab", value_parser = parse_indent, conflicts_with = "layout")]
    indent: Option<Indent>,
    /// Order members by name (RFC 8785); the `keep` layout becomes `compact`
    #[arg(long)]
    sort_keys: bool,
    /// Write characters beyond ASCII as \u escapes
    #[arg(long)]
    ascii: bool,
}

impl LayoutArgs {
    /// The style asked for: one line per value unless a terminal shows them.
    pub(crate) fn style_for(&self, output: &OutputArgs) -> Style {
        let to_terminal = output.output.is_none() && io::stdout().is_terminal();
        self.style(if to_terminal { Layout::Pretty(Indent::Spaces(2)) } else { Layout::Compact })
    }

    /// The style asked for, in the command's own layout where nothing was asked.
    pub(crate) fn style(&self, default: Layout) -> Style {
        let pretty = Layout::Pretty(self.indent.unwrap_or(Indent::Spaces(2)));
        let layout = match self.layout {
            Some(LayoutChoice::Keep) => Layout::Keep,
            Some(LayoutChoice::Compact) => Layout::Compact,
            Some(LayoutChoice::Pretty) => pretty,
            None if self.compact => Layout::Compact,
            None if self.pretty || self.indent.is_some() => pretty,
            None => default,
        };
        Style { ascii: self.ascii, layout, sort_keys: self.sort_keys }
    }
}

fn parse_indent(text: &str) -> Result<Indent, String> {
    if text == "tab" {
        return Ok(Indent::Tab);
    }
    match text.parse() {
        Ok(width @ 0..=16) => Ok(Indent::Spaces(width)),
        _ => Err("a number of spaces from 0 to 16, or `tab`".to_owned()),
    }
}

/// The product's way out: standard output, or a file that appears when the job is done.
pub(crate) struct Sink {
    /// Somebody looks at it: nothing may steer their terminal.
    is_terminal: bool,
    name: String,
    writer: BufWriter<Target>,
}

enum Target {
    Stdout(io::Stdout),
    /// A device or pipe that `-o` named: there is nothing to put in place of it.
    Stream(File),
    File(Box<AtomicFile>),
}

impl Sink {
    /// Opens `--output FILE`, or standard output where none (or `-`) was given.
    pub(crate) fn open(output: Option<&Path>) -> anyhow::Result<Self> {
        let (name, target) = match output {
            Some(path) if path != Path::new("-") => (text::path(path), Target::open(path)?),
            _ => ("standard output".to_owned(), Target::Stdout(io::stdout())),
        };
        let is_terminal = match &target {
            Target::Stdout(stdout) => stdout.is_terminal(),
            Target::Stream(file) => file.is_terminal(),
            Target::File(_) => false,
        };
        Ok(Self { is_terminal, name, writer: BufWriter::with_capacity(64 << 10, target) })
    }

    /// Appends text in UTF-8; whole characters at a time.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = if self.is_terminal {
            self.writer.write_all(text::for_terminal(&String::from_utf8_lossy(bytes)).as_bytes())
        } else {
            self.writer.write_all(bytes)
        };
        written.with_context(|| format!("cannot write {}", self.name))
    }

    /// Sends on what is buffered.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        self.writer.flush().with_context(|| format!("cannot write {}", self.name))
    }

    /// Sends on what is left, and puts a file in place. A sink that is dropped instead leaves an old file as it was.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        let Self { name, mut writer, .. } = self;
        let done = writer.flush().and_then(|()| match writer.into_inner() {
            Ok(Target::File(file)) => file.commit(),
            Ok(Target::Stdout(_) | Target::Stream(_)) => Ok(()),
            Err(error) => Err(error.into_error()),
        });
        done.with_context(|| format!("cannot write {name}"))
    }

    /// Ends a job that failed: standard output still gets what was done, a file is left as it was.
    pub(crate) fn abandon(mut self) -> anyhow::Result<()> {
        if self.is_file() { Ok(()) } else { self.flush() }
    }

    /// Will a file be put in place at the end?
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.writer.get_ref(), Target::File(_))
    }
}

impl Target {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let is_stream = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        if is_stream {
            // A directory is refused by the system here, by its name.
            let file = OpenOptions::new().write(true).open(path).with_context(|| text::path(path))?;
            return Ok(Self::Stream(file));
        }
        Ok(Self::File(Box::new(AtomicFile::create(path)?)))
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::Stream(file) => file.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::Stream(file) => file.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// `-o FILE`; flattened into the commands that write a product.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OutputArgs {
    /// Write there instead of standard output; the file appears whole, when everything was handled, or not at all
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
