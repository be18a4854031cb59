//! Where the product goes, and how JSON is laid out in it.
//!
//! Every write and the last flush are checked: what could not be written is never reported as done.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IoSlice, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;

use super::atomic::{AtomicFile, Rewriting};
use super::console::{Color, Console};
use super::input::Source;
use crate::core::json::shown;
use crate::core::json::{Indent, Layout, Style};
use crate::report::paint::Painter;
use crate::report::text;

/// White space of the output.
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
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Layout")]
#[expect(clippy::struct_excessive_bools, reason = "four independent flags")]
pub(crate) struct LayoutArgs {
    /// White space of the output [default: the command's own]
    #[arg(long, value_enum, value_name = "LAYOUT")]
    layout: Option<LayoutChoice>,
    /// No white space: one line per value
    #[arg(short, long, conflicts_with_all = ["layout", "pretty", "indent"])]
    compact: bool,
    /// One member or item a line
    #[arg(short, long, conflicts_with = "layout")]
    pretty: bool,
    /// One level of indentation: a number of spaces (up to 16) or `tab`; implies -p
    #[arg(long, value_name = "N|tab", value_parser = parse_indent, conflicts_with = "layout")]
    indent: Option<Indent>,
    /// Sort keys (RFC 8785); the `keep` layout becomes `compact`
    #[arg(short = 'S', long)]
    sort_keys: bool,
    /// Escape characters beyond ASCII as \u
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
    /// A person looks at it: nothing may control the terminal.
    is_terminal: bool,
    name: String,
    /// Paints JSON, where that is what is written and colors are wanted.
    painter: Option<Painter>,
    /// How a file is rewritten, where that is done.
    rewrite: Option<Rewrite>,
    writer: BufWriter<Target>,
}

/// A file that is rewritten in place.
struct Rewrite {
    console: Console,
    /// How many there were, where they are counted.
    fixes: u64,
    is_dry: bool,
}

impl Rewrite {
    /// The one line about a file that changes.
    fn tell(&self, name: &str) {
        let what = match (self.is_dry, self.fixes) {
            (false, 0) => "rewritten".to_owned(),
            (true, 0) => "would be rewritten".to_owned(),
            (is_dry, fixes) => {
                let (would, s) =
                    (if is_dry { "would make " } else { "" }, if fixes == 1 { "" } else { "es" });
                format!("{would}{fixes} fix{s}")
            }
        };
        self.console.remark(name, &what);
    }
}

enum Target {
    /// Standard output, or a device or pipe that `-o` named: there is nothing to put in place of it.
    Stream(Box<dyn Write + Send>),
    File(Box<AtomicFile>),
}

impl Sink {
    /// Opens `--output FILE`, or standard output where none (or `-`) was given.
    pub(crate) fn open(output: Option<&Path>) -> anyhow::Result<Self> {
        let (name, (target, is_terminal)) = match output {
            Some(path) if path != Path::new("-") => (shown::path(path), Target::open(path)?),
            _ => ("standard output".to_owned(), (Target::stdout(), io::stdout().is_terminal())),
        };
        let writer = BufWriter::with_capacity(64 << 10, target);
        Ok(Self { is_terminal, name, painter: None, rewrite: None, writer })
    }

    /// A sink that rewrites the regular file `path`, and the same file as a source.
    pub(crate) fn rewrite(path: &Path, how: Rewriting, console: Console) -> anyhow::Result<(Source, Self)> {
        let rewrite = Some(Rewrite { console, fixes: 0, is_dry: how.is_dry });
        let (file, identity) = AtomicFile::rewrite(path, how)?;
        let target = Target::File(Box::new(file));
        let writer = BufWriter::with_capacity(64 << 10, target);
        let sink = Self { is_terminal: false, name: shown::path(path), painter: None, rewrite, writer };
        Ok((Source::Rewritten(path.to_path_buf(), identity), sink))
    }

    /// Appends text in UTF-8; whole characters at a time.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = if self.is_for_eyes() {
            let text = String::from_utf8_lossy(bytes);
            let safe = text::for_terminal(&text);
            match &mut self.painter {
                Some(painter) => {
                    let mut coloured = String::with_capacity(2 * safe.len());
                    painter.paint(&safe, &mut coloured);
                    self.writer.write_all(coloured.as_bytes())
                }
                None => self.writer.write_all(safe.as_bytes()),
            }
        } else {
            self.writer.write_all(bytes)
        };
        written.with_context(|| format!("cannot write {}", self.name))
    }

    /// `put` for text in pieces, which are not joined unless a person looks at it.
    pub(crate) fn put_all(&mut self, mut pieces: &mut [IoSlice<'_>]) -> anyhow::Result<()> {
        // Few bytes are worth a copy: the buffer saves a system call.
        let len: usize = pieces.iter().map(|piece| piece.len()).sum();
        if self.is_for_eyes() || len < self.writer.capacity() {
            return pieces.iter().try_for_each(|piece| self.put(piece));
        }
        self.flush()?;
        // Empty pieces do not count.
        IoSlice::advance_slices(&mut pieces, 0);
        while !pieces.is_empty() {
            let written = match self.writer.get_mut().write_vectored(pieces) {
                Ok(0) => Err(io::ErrorKind::WriteZero.into()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(0),
                other => other,
            };
            let written = written.with_context(|| format!("cannot write {}", self.name))?;
            IoSlice::advance_slices(&mut pieces, written);
        }
        Ok(())
    }

    /// What is written from here on is JSON: in color on a terminal that wants colors, and in a pipe that was told to have
    /// them.
    pub(crate) fn of_json(mut self, console: Console) -> Self {
        let is_wanted =
            if self.is_terminal { console.look(true).color } else { console.choice == Color::Always };
        if is_wanted && !matches!(self.writer.get_ref(), Target::File(_)) {
            self.painter = Some(Painter::default());
        }
        self
    }

    /// Returns whether a person looks at the output, here or at the end of a pipe.
    fn is_for_eyes(&self) -> bool {
        self.is_terminal || self.painter.is_some()
    }

    /// Ends a color that is open.
    fn end_colors(&mut self) -> io::Result<()> {
        let mut end = String::new();
        if let Some(painter) = &mut self.painter {
            painter.finish(&mut end);
        }
        self.writer.write_all(end.as_bytes())
    }

    /// Appends text that is safe on any terminal, colors of our own included.
    pub(crate) fn put_safe(&mut self, text: &[u8]) -> anyhow::Result<()> {
        self.writer.write_all(text).with_context(|| format!("cannot write {}", self.name))
    }

    /// Returns whether a person looks at the output.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Sends on what is buffered.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        self.writer.flush().with_context(|| format!("cannot write {}", self.name))
    }

    /// Tells how many fixes a file got that is rewritten.
    pub(crate) fn count_fixes(&mut self, fixes: u64) {
        if let Some(rewrite) = &mut self.rewrite {
            rewrite.fixes = fixes;
        }
    }

    /// Writes a text that is all of the product.
    pub(crate) fn write_all(mut self, text: impl AsRef<[u8]>) -> anyhow::Result<()> {
        self.put(text.as_ref())?;
        self.finish()
    }

    /// Sends on what is left, and puts a file in place. A sink that is dropped instead leaves an old file as it was.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let ended = self.end_colors();
        let Self { name, rewrite, mut writer, .. } = self;
        let done = ended.and_then(|()| writer.flush()).and_then(|()| match writer.into_inner() {
            Ok(Target::File(file)) => file.commit(),
            Ok(Target::Stream(_)) => Ok(false),
            Err(error) => Err(error.into_error()),
        });
        let is_changed = done.with_context(|| format!("cannot write {name}"))?;
        if let Some(rewrite) = rewrite.filter(|_| is_changed) {
            rewrite.tell(&name);
        }
        Ok(())
    }

    /// Ends a job that failed because of `why`: standard output still gets what was done, a file is left as it was and
    /// that is told, with what can be done about an output file.
    pub(crate) fn abandon(mut self, console: Console, why: &str, advice: &str) -> anyhow::Result<()> {
        if let Target::File(_) = self.writer.get_ref() {
            let (what, advice) = match &self.rewrite {
                Some(_) => ("it was left as it is", ""),
                None => ("the output file was not written", advice),
            };
            console.error(&format!("{}: {why}, so {what}{advice}", self.name));
            return Ok(());
        }
        let ended = self.end_colors();
        ended.with_context(|| format!("cannot write {}", self.name)).and_then(|()| self.flush())
    }
}

impl Target {
    /// Standard output. That of std looks for the last line end of all that it writes.
    fn stdout() -> Self {
        #[cfg(unix)]
        if let Ok(file) = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned() {
            return Self::Stream(Box::new(File::from(file)));
        }
        Self::Stream(Box::new(io::stdout()))
    }

    /// What stands at a path, and whether that is a terminal.
    fn open(path: &Path) -> anyhow::Result<(Self, bool)> {
        let is_stream = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        if is_stream {
            // A directory is refused by the system here, by its name.
            let file = OpenOptions::new().write(true).open(path).with_context(|| shown::path(path))?;
            let is_terminal = file.is_terminal();
            return Ok((Self::Stream(Box::new(file)), is_terminal));
        }
        Ok((Self::File(Box::new(AtomicFile::create(path)?)), false))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stream(stream) => stream,
            Self::File(file) => file,
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        self.writer().write_vectored(pieces)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// `-o FILE`; flattened into the commands that write a product.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OutputArgs {
    /// Write to FILE, completely or not at all
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

impl OutputArgs {
    /// Opens what is written to.
    pub(crate) fn open(&self) -> anyhow::Result<Sink> {
        Sink::open(self.output.as_deref())
    }

    /// Writes a text that is all of the product.
    pub(crate) fn write(&self, text: impl AsRef<[u8]>) -> anyhow::Result<()> {
        self.open()?.write_all(text)
    }
}
