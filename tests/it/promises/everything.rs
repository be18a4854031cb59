//! The promise that nothing panics: any bytes through the core of every command, whole and in pieces.

use std::io::{self, Read};
use std::ops::ControlFlow;

use jmend::core::calls::{self, FORMATS, Tools};
use jmend::core::json::pointer::Pattern;
use jmend::core::json::stream::{Input, Limits, Notice, Summary};
use jmend::core::json::{self, Indent, Layout, Style, places};
use jmend::core::repair::engine::{self, Options, Truncated};
use jmend::core::results::expose::{ExposeOptions, Layer, Mode, expose};
use jmend::core::results::keys::{self, KeyOptions, KeyOutput, Numbers, OnCollision};
use jmend::core::results::preview::{self, Hint, InferOptions, Keep};

use super::{DEPTH, Outcome, programs};

/// Runs everything on the input. What comes out is checked by the other promises; here it is enough to come back, and
/// to say the same of a stream however it arrives in pieces.
pub(super) fn never_panics(input: &[u8]) -> Outcome {
    texts(input);
    streams(input)?;
    calls_of(input);
    if let Ok(text) = std::str::from_utf8(input) {
        values(text);
    }
    programs::ptc_within_limits(input)
}

fn texts(input: &[u8]) {
    for truncated in [Truncated::Close, Truncated::Refuse] {
        for max_depth in [2, DEPTH] {
            let _ = engine::repair(input, &Options { max_depth, truncated, ..Options::default() });
        }
    }
    let _ = json::scan_document(input, DEPTH);
    if let Ok(places) = places::Places::parse(["/*", "/a/*/b", "/0", "/choices/*/message"]) {
        let _ = places.strings(input, 0, DEPTH, &mut places::Way::default(), |start, trail| {
            drop(trail.pointer());
            let end = json::scan::string_end(input, start);
            let inside = json::quoted::quoted_json_end(input, start + 1, DEPTH);
            let holds_json = inside.filter(|at| input.get(*at) == Some(&b'"'));
            assert!(holds_json.is_none_or(|at| Ok(at + 1) == end), "a string that holds JSON ends elsewhere");
            end
        });
        let (mut stream, mut out) = (places::Stream::new(&places, input.len() / 4), Vec::new());
        for piece in input.chunks(3) {
            if stream.feed(piece, &mut out, |_, string, out| out.extend_from_slice(string)).is_err() {
                break;
            }
        }
    }
    let pretty = Layout::Pretty(Indent::Spaces(1));
    let mut relayout = json::relayout::Relayout::new(Style { layout: pretty, ..Style::compact() });
    let mut out = Vec::new();
    input.chunks(2).for_each(|piece| relayout.push(piece, &mut out, &mut |_| {}));
}

fn values(text: &str) {
    let _ = Pattern::parse(text);
    let _ = Hint::new(text, text, text, preview::HintFor::Template(text));
    let _ = keys::cache_key(text, Some(text), text);
    for numbers in [Numbers::Exact, Numbers::Double] {
        let _ = keys::canonical(text, numbers);
    }
    let Ok(value) = json::parse(text, DEPTH) else { return };
    let mut out = Vec::new();
    Style { ascii: true, layout: Layout::Pretty(Indent::Tab), sort_keys: true }.write_value(&value, &mut out);
    if let Ok(hint) = Hint::new("t", "{}", "", preview::HintFor::Lisp) {
        let ending = preview::Ending { is_error: false, hint: Some(&hint) };
        let _ = preview::Preview::custom(&value).map(|preview| preview.text(ending));
    }
}

fn calls_of(input: &[u8]) {
    let tools = std::str::from_utf8(input).ok().and_then(|text| Tools::parse(text).ok());
    for truncated in [Truncated::Close, Truncated::Refuse] {
        let repair = Options { max_depth: DEPTH, truncated, ..Options::default() };
        let format = FORMATS.get(input.len() % (2 * FORMATS.len()));
        let options = calls::Options { format, repair, tools: tools.as_ref(), ..calls::Options::default() };
        let _ = calls::extract(input, &options);
        if let Ok(text) = std::str::from_utf8(input) {
            let _ = calls::envelopes(text, &options);
        }
    }
}

/// Gives its bytes in pieces of one size.
struct Pieces<'b>(&'b [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.0.len().min(self.1).min(buffer.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

/// What a run over a stream wrote, and what it said.
type Said = (Vec<u8>, Vec<String>);
type Report<'r> = &'r mut dyn FnMut(&Notice) -> ControlFlow<()>;
type Run = fn(Input<'_>, &mut Vec<u8>, Report<'_>, OnCollision) -> io::Result<Summary>;

/// Every command that reads a stream of JSON texts.
const RUNS: &[(&str, Run)] = &[
    ("normalize", |input, out, report, on_collision| {
        keys::normalize(input, out, &keys::Options { on_collision, check: true, limits: limits() }, report)
    }),
    ("canonicalize", |input, out, report, on_collision| {
        let options = keys::CanonicalOptions { numbers: Numbers::Double, on_collision, limits: limits() };
        keys::canonicalize(input, out, &options, report)
    }),
    ("cache-key", |input, out, report, on_collision| {
        keys::cache_keys(input, out, &key_options(keys::Calls::Of("t".to_owned()), on_collision), report)
    }),
    ("cache-key --calls", |input, out, report, on_collision| {
        let calls = keys::Calls::Whole(Some(Options { max_depth: DEPTH, ..Options::default() }));
        keys::cache_keys(input, out, &key_options(calls, on_collision), report)
    }),
    ("preview", |input, out, report, on_collision| {
        let ndjson = on_collision == OnCollision::Last;
        let options = InferOptions { style: preview::Style::Rows(3), ndjson, limits: limits() };
        let mut found = |found: preview::Found| {
            let hint = Hint::new("t", "{}", "", preview::HintFor::Lisp).map_err(io::Error::other)?;
            let ending = preview::Ending { is_error: found.is_error, hint: Some(&hint) };
            out.extend_from_slice(preview::Preview::of_shape(&found.shape).text(ending).as_bytes());
            Ok(())
        };
        preview::infer(input, &options, Keep::Nothing, &mut found, report)
    }),
    ("expose", |input, out, report, on_collision| {
        let allow = (on_collision == OnCollision::First).then(|| vec![Layer::Native, Layer::Both]);
        let options = ExposeOptions {
            mode: Some(Mode::default()),
            allow,
            resolve: true,
            strip: false,
            to: None,
            limits: limits(),
        };
        expose(input, out, &options, report)
    }),
];

fn limits() -> Limits {
    Limits { max_depth: DEPTH, ..Limits::default() }
}

fn key_options(calls: keys::Calls, on_collision: OnCollision) -> KeyOptions {
    let namespace = Some("n".to_owned());
    KeyOptions { calls, namespace, output: KeyOutput::Json, on_collision, limits: limits() }
}

fn streams(input: &[u8]) -> Outcome {
    let on_collision = [OnCollision::Error, OnCollision::First, OnCollision::Last][input.len() % 3];
    for (name, run) in RUNS {
        let said = |input: Input<'_>| -> Result<Said, String> {
            let (mut out, mut notices) = (Vec::new(), Vec::new());
            let summary = run(
                input,
                &mut out,
                &mut |notice| {
                    notices.push(format!("{notice:?}"));
                    ControlFlow::Continue(())
                },
                on_collision,
            );
            notices.push(format!("{:?}", summary.map_err(|error| format!("{name}: {error}"))?));
            Ok((out, notices))
        };
        let in_pieces = |size: usize| said((&mut Pieces(input, size)).into());
        let (whole, pieces) = (in_pieces(usize::MAX)?, in_pieces(1 + input.len() % 5)?);
        if whole != pieces {
            return Err(format!("{name}: in pieces {pieces:?}, at once {whole:?}"));
        }
        let mut bytes = [input, b"behind it"].concat();
        let in_memory = said(Input::Memory { bytes: &mut bytes, len: input.len() })?;
        if whole != in_memory {
            return Err(format!("{name}: in memory {in_memory:?}, as a stream {whole:?}"));
        }
        let lines =
            whole.0.split(|byte| *byte == b'\n').filter(|line| *name != "preview" && !line.is_empty());
        for line in lines {
            // A document may span lines where it is kept as it is.
            if *name != "normalize" && json::scan_document(line, DEPTH + 3).is_err() {
                return Err(format!("{name} writes {:?}", String::from_utf8_lossy(line)));
            }
        }
    }
    Ok(())
}
