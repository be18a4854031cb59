//! `jmend repair`: raw model output in, valid JSON out.
//!
//! What is written:
//! - A document that was valid goes out byte for byte, its final newline or lack of one included; a document that had
//!   to be repaired ends with one LF. What follows another document begins on a new line.
//! - With `--framing lines`, `nul` and `strings` every document is one line, except in the `pretty` layout.

use std::borrow::Cow;

use clap::ValueEnum;

use super::at;
use super::calls::{self, CallArgs, Outcome, Wanted};
use super::config::{self, Policy, PrintArgs};
use super::console::{Console, Severity};
use super::exit::Exit;
use super::input::{InputArgs, Source, hint_if_terminal};
use super::logging;
use super::options::RepairArgs;
use super::output::{LayoutArgs, OutputArgs, Sink};
use super::pass;
use super::pipeline::{self, Done, Handler, JobsArgs, Note, Tally, Writer};
use super::records::{Batch, Framing, Reader, count_lines, split};
use super::stats::{self, Meter, StatsArgs};
use crate::core::json::position::Positions;
use crate::core::json::value::Text;
use crate::core::json::{Layout, Position, Style, Value, is_space, position, scan_document};
use crate::core::repair::{Code, CutPlace, Failure, FailureCode, Options, Repaired, Truncated, repair};
use crate::report::feedback::feedback;
use crate::report::record;

const EXAMPLES: &str = "\
Examples:
  jmend repair answer.txt                   mend what a model wrote
  jmend repair --lines < calls.jsonl        one record a line, each on its own
  jmend repair --report answer.txt          the value and every change, as JSON
  jmend repair --truncated refuse call.txt  status 1 where a call was cut off
  jmend repair -e config.json > /dev/null   status 1 where it is not valid JSON
  jmend repair --calls message.txt          the tool calls of a message or an API's answer
  jmend repair --at '/choices/*/message/tool_calls/*/function/arguments' < log.ndjson";

/// What becomes of a record that could not be handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OnError {
    /// Leave it out
    Skip,
    /// Write null, which keeps lines aligned
    Null,
    /// End there
    Stop,
    /// Write the original text as a JSON string
    Raw,
}

/// Mend almost-JSON: raw model output in, valid JSON out
///
/// Valid JSON passes byte for byte. Everything else is read by one tolerant parser that names each change it makes,
/// with its risk; --report shows them. Places in messages and reports are those of the input.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Where one record ends
    #[arg(long, value_enum, value_name = "FRAMING", default_value = "document")]
    framing: Framing,
    /// Short for --framing lines
    #[arg(long, conflicts_with = "framing")]
    lines: bool,
    /// Write one JSON object per record: value, strategy, risk and every fix, or the error
    #[arg(long, conflicts_with_all = ["layout", "pretty", "indent"])]
    report: bool,
    /// Exit with 1 when anything had to be repaired; the output is written all the same
    #[arg(short, long)]
    exit_status: bool,
    /// What becomes of a record that could not be handled [default: skip]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) on_error: Option<OnError>,
    /// Leave excerpts of the text out of the feedback in reports
    #[arg(long, requires = "report")]
    redact: bool,
    #[command(flatten)]
    pub(super) jobs: JobsArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    pub(super) repair: RepairArgs,
    #[command(flatten)]
    calls: CallArgs,
    #[command(flatten)]
    pub(super) at: at::AtArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    pub(super) stats: StatsArgs,
    #[command(flatten)]
    print: PrintArgs,
}

impl Args {
    /// What becomes of cut-off input where nobody says: half a command must not run.
    fn cut_off(&self) -> Truncated {
        if self.calls.calls || self.at.is_given() { Truncated::Refuse } else { Truncated::Close }
    }
}

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    if args.report && matches!(args.on_error, Some(OnError::Null | OnError::Raw)) {
        anyhow::bail!("--report has a line for every record already: with it, --on-error takes skip or stop");
    }
    if args.stats.merges() {
        return stats::merge(args, console);
    }
    let policy = Policy::new(&args.repair, console)?;
    if args.print.print_config {
        return config::print(&policy, args.cut_off(), &args.output);
    }
    config::ensure_wanted(&policy, args.report)?;
    logging::show_normalizations(policy.logs(), console);
    if !policy.is_enabled() {
        return pass::run(args, &policy, console);
    }
    if args.at.is_given() {
        return at::run(args, &policy, console);
    }
    let sources = Source::list(&args.input.files);
    hint_if_terminal(&sources, console);
    let metrics = args.stats.open(&policy, args.output.output.as_deref())?;
    let job = Job::new(args, &policy, metrics.meter())?;
    let sink = Sink::open(args.output.output.as_deref())?;
    let names = sources.iter().map(Source::name).collect();
    let mut writer = Writer::new(sink, console, names).with_meter(metrics.meter());
    let reader = Reader::new(sources, job.framing, args.input.max_bytes);
    pipeline::run(reader, job, args.jobs.count(), &mut writer)?;
    let meter = writer.take_meter();
    let (sink, tally, stopped) = writer.finish();
    tracing::info!(tally.records, tally.changed, tally.failed, tally.troubles, "done");
    let exit = end(args, &policy, sink, tally, stopped, console)?;
    metrics.finish(meter, console)?;
    Ok(exit)
}

/// Puts the output in place where everything was handled, and says how the command ends.
///
/// A record that failed counts as handled where it stands in the report, or where the user said what becomes of it.
pub(super) fn end(
    args: &Args,
    policy: &Policy,
    sink: Sink,
    tally: Tally,
    stopped: bool,
    console: Console,
) -> anyhow::Result<Exit> {
    // What the configuration tolerates goes on as it came, and is told about.
    let is_tolerated = !policy.fails_on_failure() && !stopped;
    let accounted = tally.failed == 0 || args.report || args.on_error.is_some() || is_tolerated;
    if tally.troubles == 0 && accounted && !stopped {
        sink.finish()?;
    } else {
        let is_file = sink.is_file();
        sink.abandon()?;
        if is_file {
            console.error(if tally.troubles > 0 {
                "not all of the input could be read, so the output file was not written"
            } else {
                "not every record could be repaired, so the output file was not written; \
                 --on-error skip writes the others"
            });
        }
    }
    Ok(match tally {
        Tally { troubles: 1.., .. } => Exit::Failed,
        Tally { failed: 1.., .. } if !is_tolerated => Exit::Data,
        Tally { changed: 1.., .. } if args.exit_status => Exit::Data,
        _ => Exit::Done,
    })
}

/// All that the handling of a record needs to know.
struct Job {
    /// Calls are wanted, not values.
    calls: Option<Wanted>,
    framing: Framing,
    max_bytes: u64,
    /// Empty; each batch counts into one like it.
    meter: Meter,
    on_error: OnError,
    options: Options,
    /// How grave a record is that cannot be handled.
    severity: Severity,
    redact: bool,
    report: bool,
    style: Style,
}

/// Why a record could not be handled, and where in its text that shows.
struct Trouble {
    advice: &'static str,
    /// Line and column, where they are known already.
    at: Option<Position>,
    code: &'static str,
    message: String,
    offset: usize,
}

impl Trouble {
    fn of(failure: &Failure) -> Self {
        Self {
            advice: advice(failure.code),
            at: None,
            code: failure.code.name(),
            message: failure.code.to_string(),
            offset: failure.offset,
        }
    }

    /// Where in the text it shows.
    fn place(&self, text: &[u8]) -> Position {
        self.at.unwrap_or_else(|| position(text, self.offset))
    }
}

/// A record's place in its batch.
#[derive(Clone, Copy)]
struct Place {
    /// Lines before it in the batch.
    line: usize,
    /// There is more of it than is here.
    cut: bool,
}

impl Handler for Job {
    fn handle(&self, batch: &mut Batch) -> Done {
        let mut done = Done { meter: self.meter.fresh(), ..Done::default() };
        let Some(separator) = self.framing.separator() else {
            self.document(batch, &mut done);
            return done;
        };
        let bytes = batch.bytes();
        // What goes out is about as long as what comes in.
        done.out.reserve(bytes.len() + bytes.len() / 8);
        let mut rest = bytes.len();
        for record in split(bytes, separator) {
            rest = rest.saturating_sub(record.len() + 1);
            let place = Place { line: done.lines, cut: batch.cut && rest == 0 };
            // The line end of a record that is cut is still to come, and counted with the lines passed over.
            done.lines += if separator == b'\n' { usize::from(!place.cut) } else { count_lines(record) };
            if !record.iter().copied().all(is_space) {
                self.record(trim_cr(record), place, &mut done);
            }
            if done.stop {
                break;
            }
        }
        done
    }
}

/// The CR of a CR LF line end belongs to the line end.
fn trim_cr(record: &[u8]) -> &[u8] {
    record.strip_suffix(b"\r").unwrap_or(record)
}

impl Job {
    fn new(args: &Args, policy: &Policy, meter: Meter) -> anyhow::Result<Self> {
        let calls = args.calls.wanted(args.input.max_bytes, policy.call_format())?;
        let (if_failed, severity) = policy.on_failure();
        Ok(Self {
            calls,
            framing: if args.lines { Framing::Lines } else { args.framing },
            max_bytes: args.input.max_bytes,
            meter,
            on_error: args.on_error.unwrap_or(if_failed),
            options: policy.options(None, args.cut_off()),
            severity,
            redact: args.redact,
            report: args.report,
            style: args.layout.style(Layout::Keep),
        })
    }

    /// Handles a batch that is one document; a valid one goes out in the buffer it came in.
    fn document(&self, batch: &mut Batch, done: &mut Done) {
        self.record(batch.bytes(), Place { line: 0, cut: batch.cut }, done);
        if self.passes_documents() && done.tally.failed + done.tally.changed == 0 {
            done.out = batch.take_bytes();
        }
    }

    /// Do valid documents go out as they came in?
    fn passes_documents(&self) -> bool {
        self.framing == Framing::Document && !self.report && self.calls.is_none() && self.is_verbatim()
    }

    /// Does the layout leave valid text as it is?
    fn is_verbatim(&self) -> bool {
        self.style.layout == Layout::Keep && !self.style.sort_keys && !self.style.ascii
    }

    fn record(&self, raw: &[u8], place: Place, done: &mut Done) {
        done.tally.records += 1;
        if place.cut || self.max_bytes != 0 && raw.len() as u64 > self.max_bytes {
            let trouble = self.too_long();
            return self.fail(None, &trouble, place, done);
        }
        let text = match self.framing {
            Framing::Strings => unwrap(raw),
            _ => Ok(Cow::Borrowed(raw)),
        };
        let text = match text {
            Ok(text) => text,
            Err(trouble) => return self.fail(Some(raw), &trouble, place, done),
        };
        if let Some(wanted) = &self.calls {
            return self.calls(wanted, &text, place, done);
        }
        match repair(&text, &self.options) {
            Ok(repaired) => self.succeed(&text, &repaired, place, done),
            Err(failure) => self.fail(Some(&text), &Trouble::of(&failure), place, done),
        }
    }

    /// Writes the calls of a record, and tells about the blocks that are none.
    fn calls(&self, wanted: &Wanted, text: &[u8], place: Place, done: &mut Done) {
        let found = match wanted.read(text, self.options) {
            Outcome::Read(found) => found,
            Outcome::Unread(failure) => return self.fail(Some(text), &Trouble::of(&failure), place, done),
        };
        if wanted.misses(&found) {
            let message = "there is no tool call in this text".to_owned();
            let trouble = Trouble { advice: "", at: None, code: "no-call", message, offset: 0 };
            return self.fail(Some(text), &trouble, place, done);
        }
        let record = (self.framing != Framing::Document).then_some(done.tally.records);
        done.tally.changed += u64::from(found.calls.iter().any(|call| !call.changes.is_empty()));
        for call in &found.calls {
            done.meter.call(call);
            if self.report {
                calls::report(call, record, self.style, &mut done.out);
            } else {
                calls::write(call, self.style, &mut done.out);
            }
        }
        // One pass for all places: a text may hold many blocks that are none.
        let mut positions = Positions::new(text);
        for refused in &found.refused {
            let (code, message, offset) = (refused.reason.name(), calls::message(refused), refused.offset());
            let at = Some(positions.at(offset));
            let trouble = Trouble { advice: calls::advice(refused.reason), at, code, message, offset };
            done.meter.failed(refused.name.as_deref(), code);
            if self.report {
                done.tally.failed += 1;
                done.stop = self.on_error == OnError::Stop;
                let feedback = self.feedback(text, &trouble);
                calls::report_refused(refused, record, trouble.place(text), &feedback, &mut done.out);
            } else {
                self.tell(Some(text), &trouble, place, done);
            }
        }
    }

    /// What a program can tell the model about a failure.
    fn feedback(&self, text: &[u8], trouble: &Trouble) -> String {
        let at = trouble.place(text);
        let shown = (!self.redact).then_some(text);
        feedback(trouble.code, &trouble.message, at, trouble.offset, shown)
    }

    fn succeed(&self, text: &[u8], repaired: &Repaired<'_>, place: Place, done: &mut Done) {
        if !repaired.fixes.is_empty() {
            done.tally.changed += 1;
        }
        done.meter.repaired(repaired);
        if self.report {
            record::success(&mut done.out, text, repaired, self.style);
            return;
        }
        if let Some(cut) = repaired.truncated {
            self.warn_of_cut(cut, text, repaired, place, done);
        }
        if self.passes_documents() {
            if !repaired.fixes.is_empty() {
                done.out.extend_from_slice(repaired.text.trim_end().as_bytes());
                done.out.push(b'\n');
            }
            return;
        }
        for document in &repaired.documents {
            self.write(&repaired.text[document.clone()], &mut done.out);
        }
    }

    /// Writes one document and a line end. Where a record is one line, a document that spans lines becomes compact.
    fn write(&self, text: &str, out: &mut Vec<u8>) {
        let spans_lines =
            || self.framing != Framing::Document && memchr::memchr(b'\n', text.as_bytes()).is_some();
        if self.style.layout == Layout::Keep && spans_lines() {
            Style { layout: Layout::Compact, ..self.style }.write_text(text, out);
        } else if self.is_verbatim() {
            out.extend_from_slice(text.as_bytes());
        } else {
            self.style.write_text(text, out);
        }
        out.push(b'\n');
    }

    /// A record that could not be handled: counted and told about.
    fn fail(&self, text: Option<&[u8]>, trouble: &Trouble, place: Place, done: &mut Done) {
        done.meter.failed(None, trouble.code);
        self.tell(text, trouble, place, done);
    }

    /// `text` is `None` where the record was too long to be held.
    fn tell(&self, text: Option<&[u8]>, trouble: &Trouble, place: Place, done: &mut Done) {
        done.tally.failed += 1;
        done.stop = self.on_error == OnError::Stop;
        let at = trouble.place(text.unwrap_or_default());
        if self.report {
            let feedback = self.feedback(text.unwrap_or_default(), trouble);
            let (code, message) = (trouble.code, trouble.message.as_str());
            let trouble = record::Trouble { code, message, position: at, feedback: &feedback };
            record::failure(&mut done.out, &trouble);
            return;
        }
        match (self.on_error, text) {
            (OnError::Skip | OnError::Stop, _) => {}
            (OnError::Raw, Some(text)) => {
                let text = String::from_utf8_lossy(text);
                self.style.write_value(&Value::String(Text::from_plain(&text)), &mut done.out);
                done.out.push(b'\n');
            }
            (OnError::Null | OnError::Raw, _) => done.out.extend_from_slice(b"null\n"),
        }
        let (advice, code, message) = (trouble.advice, trouble.code, trouble.message.clone());
        let note = Note { advice, code, message, severity: self.severity, ..self.note(at, place, done) };
        done.notes.push(note);
    }

    fn warn_of_cut(
        &self,
        cut: CutPlace,
        text: &[u8],
        repaired: &Repaired<'_>,
        place: Place,
        done: &mut Done,
    ) {
        let fix = repaired.fixes.iter().find(|fix| matches!(fix.code, Code::CutOff | Code::CutPart));
        let at = position(text, fix.map_or(text.len(), |fix| fix.start));
        let note = Note {
            advice: "--truncated refuse leaves such records out",
            code: "truncated",
            message: format!("the text is cut off ({}); what was open is closed", cut.name()),
            ..self.note(at, place, done)
        };
        done.notes.push(note);
    }

    /// A warning about the record that was counted last, still without words.
    fn note(&self, at: Position, place: Place, done: &Done) -> Note {
        let inner = self.framing == Framing::Strings;
        Note {
            advice: "",
            code: "",
            column: (!inner).then_some(at.column),
            line: place.line + if inner { 0 } else { at.line - 1 },
            message: String::new(),
            record: (self.framing != Framing::Document).then_some(done.tally.records),
            severity: Severity::Warning,
        }
    }

    fn too_long(&self) -> Trouble {
        Trouble {
            at: None,
            advice: "raise --max-bytes if it is meant to be that long",
            code: "size",
            message: format!("the record is longer than {} bytes", self.max_bytes),
            offset: 0,
        }
    }
}

/// The text that a line holds as a JSON string.
fn unwrap(line: &[u8]) -> Result<Cow<'_, [u8]>, Trouble> {
    let trouble = |message: &str, offset| Trouble {
        at: None,
        advice: "--framing strings takes one JSON string a line, --lines takes the text itself",
        code: "framing",
        message: message.to_owned(),
        offset,
    };
    let text =
        scan_document(line, 1).map_err(|error| trouble("this line is no JSON string", error.offset))?;
    let Some(raw) = text.trim().strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return Err(trouble("this line is no JSON string", 0));
    };
    match Text::from_raw(raw).decode() {
        Ok(Cow::Owned(text)) => Ok(Cow::Owned(text.into_bytes())),
        Ok(Cow::Borrowed(_)) => Ok(Cow::Borrowed(raw.as_bytes())),
        Err(_) => Err(trouble("this JSON string names half of a surrogate pair, which is no text", 0)),
    }
}

/// What the user can do about a failure.
pub(super) fn advice(code: FailureCode) -> &'static str {
    match code {
        FailureCode::NoJson => "--on-error raw keeps the text as a JSON string",
        FailureCode::Depth(_) => "--max-depth sets the limit",
        FailureCode::Truncated(_) => "--truncated close keeps what is complete",
        FailureCode::Risk(..) => "--max-risk sets what is accepted",
        FailureCode::Strategy(..) => "--strategies names those that may run",
        FailureCode::Encoding => "convert it to UTF-8 first, for example with iconv",
    }
}
