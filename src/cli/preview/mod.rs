//! `jmend preview`: what a model should see of a tool's result, and how it reaches the rest.

mod args;
mod builder;
mod call;
mod job;
mod whole;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};

use super::command::Words;
use super::console::Console;
use super::exit::Exit;
use super::json_input::Product;
use super::options::PreviewChoice;
use super::tools_file;
use crate::cache::{self, Call};
use crate::core::json::fault::Fault;
use crate::core::results::expose::Layer;
use crate::core::results::preview::{
    BYTES_PER_TOKEN, DEFAULT_LIMIT, Hint, HintFor, NativeResult, PROFILE_BYTES, SAMPLE_BYTES, Sample, Style,
    Treatment,
};
pub(super) use args::Args;
use args::Audience;
use builder::Builder;
pub(super) use call::read as called_by;
use job::{Job, Look, Store};

/// Milliseconds that a custom builder may take where nothing else is said.
const TIMEOUT: u64 = 10_000;

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    let mut input = args.input.clone();
    if args.cache_dir.is_some() {
        // A result that is cut off, or that lost something, must not be taken for the full one.
        input.is_kept = Some("--cache-dir");
    } else if args.assume_cached {
        input.is_kept = Some("--assume-cached");
    }
    let fell_back = Arc::new(AtomicBool::new(false));
    let job = job(args, Arc::clone(&fell_back), console)?;
    ensure!(
        job.is_streamed() || args.input.input.files.len() <= 1,
        "this takes one result, so one FILE: --cache-dir, --inline-below, --profile and custom previews"
    );
    input.is_one_result = !job.is_streamed();
    let sink = args.output.open()?;
    let product =
        if job.passes { Product::Plain } else { Product::Styled(args.layout.style_for(&args.output)) };
    let exit =
        input.each(sink, product, console, move |input, output, report| job.run(input, output, report))?;
    let is_told = args.exit_status && fell_back.load(Ordering::Relaxed);
    Ok(if is_told { exit.max(Exit::Data) } else { exit })
}

/// Says why arguments give no hint: what is not JSON has its byte, and what has no canonical form its path.
fn no_hint(fault: Fault) -> anyhow::Error {
    match (fault.code, fault.pointer.as_str()) {
        // It is about them as a whole.
        ("arguments", _) => fault.into(),
        (_, "") => anyhow!("{fault} (byte {})", fault.offset),
        (_, pointer) => anyhow!("{fault} (at {pointer})"),
    }
}

/// Flags and files → what is done with each result.
fn job(args: &Args, fell_back: Arc<AtomicBool>, console: Console) -> anyhow::Result<Job> {
    ensure!(
        args.cache_dir.is_none() || args.arguments.is_some() || args.call.is_some(),
        "--cache-dir needs --args or --call: the key of a result is made of the call's arguments"
    );
    let (tool, arguments) = called(args)?;
    let given = if args.call.is_some() { "--call" } else { "--args" };
    let wanted = match (&args.hint, args.hint_for) {
        (Some(text), _) => HintFor::Template(text),
        (None, Audience::EvalJson) => HintFor::EvalJson,
        (None, Audience::Lisp) => HintFor::Lisp,
    };
    let key = crate::core::results::keys::cache_key(&tool, args.namespace.as_deref(), &arguments);
    let key = key.map(|key| key.key).unwrap_or_default();
    let hint = Hint::new(&tool, &arguments, &key, wanted).map_err(no_hint).context(given)?;
    let treatment = match &args.tools {
        Some(file) => tools_file::treatment(file, &tool, Layer::Native)?,
        None => Treatment::Preview(None),
    };
    let passes = treatment == Treatment::Whole;
    ensure!(
        !passes || args.cache_dir.is_none(),
        "tool `{tool}`: its result is not cached, for that needs both `expose: \"both\"` and `cache: true`; \
         leave --cache-dir out"
    );
    let from_file = if let Treatment::Preview(native) = treatment { native } else { None };
    let store = match &args.cache_dir {
        None => None,
        Some(directory) => Some(Store {
            directory: directory.clone(),
            call: Call::new(&tool, args.namespace.as_deref(), &arguments).context(given)?,
            limits: cache::Limits { max_size: args.cache_max_size.filter(|size| *size > 0), max_age: None },
        }),
    };
    let (look, builder) = shown(args, from_file, console)?;
    ensure!(
        args.timeout.is_none() || builder.is_some(),
        "--timeout needs a custom preview: --preview-program, --preview-command, or a program in --tools"
    );
    let is_profile = matches!(look, Look::Profile { .. });
    ensure!(
        is_profile || args.at.is_none(),
        "--at says where the rows of a profile are, so it needs --profile"
    );
    ensure!(
        is_profile || args.sample.is_none(),
        "--sample says which rows a profile shows, so it needs --profile"
    );
    let max_bytes = match (args.max_bytes_out, args.max_tokens) {
        (Some(0), _) => None,
        (Some(bytes), _) => Some(usize::try_from(bytes).unwrap_or(usize::MAX)),
        (None, Some(tokens)) => Some(usize::try_from(tokens * BYTES_PER_TOKEN).unwrap_or(usize::MAX)),
        (None, None) if !is_profile => None,
        (None, None) => Some(if args.sample.is_some() { SAMPLE_BYTES } else { PROFILE_BYTES }),
    };
    let timeout = args.timeout.unwrap_or(TIMEOUT);
    Ok(Job {
        look,
        ndjson: args.ndjson,
        limits: args.input.limits(),
        hint,
        key,
        is_kept: args.assume_cached,
        is_error: args.result_error,
        passes,
        builder,
        store,
        max_bytes,
        has_tokens: args.max_tokens.is_some(),
        inline_below: args.inline_below,
        is_detailed: args.details,
        has_account: args.details || is_profile || args.max_bytes_out.is_some() || args.max_tokens.is_some(),
        tool,
        timeout: (timeout > 0).then(|| Duration::from_millis(timeout)),
        fell_back,
        console,
    })
}

/// The tool and the arguments of the call that gave the result.
fn called(args: &Args) -> anyhow::Result<(String, String)> {
    if let Some(call) = &args.call {
        return call::read(call);
    }
    let tool = args.tool.clone().unwrap_or_default();
    ensure!(!tool.is_empty(), "--tool is empty; a call needs the name of the tool");
    Ok((tool, tools_file::given(args.arguments.as_deref().unwrap_or("{}"))?))
}

/// What is shown: flags go before the tool file, and that before the configuration.
fn shown(
    args: &Args,
    from_file: Option<NativeResult>,
    console: Console,
) -> anyhow::Result<(Look, Option<Builder>)> {
    let limit = args.limit.map(NonZeroUsize::get);
    let said = if args.profile { Some(PreviewChoice::Profile) } else { args.preview };
    let is_said = said.is_some() || from_file.is_some();
    let configured = if is_said { None } else { args.input.configured_preview(console)? };
    let file = from_file.unwrap_or(NativeResult { style: Style::Metadata, program: None });
    let builder = if let Some(file) = &args.preview_program {
        Some(Builder::Program(tools_file::read_text(file)?))
    } else if let Some(Words(words)) = &args.preview_command {
        Some(Builder::Command(words.clone()))
    } else if said.is_none() {
        file.program.map(Builder::Program)
    } else {
        None
    };
    let wanted = said
        .or(configured)
        .or((args.at.is_some() || args.sample.is_some()).then_some(PreviewChoice::Profile));
    let look = match (wanted, file.style) {
        // A custom builder takes the place of what the file says, also as what is fallen back to.
        _ if builder.is_some() => Look::Shape(Style::Metadata),
        (Some(PreviewChoice::Profile), _) => Look::Profile {
            at: args.at.clone(),
            sample: args.sample.map(|sample| match sample {
                Sample::Random { rows, .. } => Sample::Random { rows, seed: args.seed },
                other => other,
            }),
        },
        (Some(PreviewChoice::Rows), Style::Metadata) => {
            Look::Shape(Style::Rows(limit.unwrap_or(DEFAULT_LIMIT)))
        }
        (Some(PreviewChoice::Rows) | None, Style::Rows(rows)) => {
            Look::Shape(Style::Rows(limit.unwrap_or(rows)))
        }
        (Some(PreviewChoice::Metadata), _) | (None, Style::Metadata) => Look::Shape(Style::Metadata),
    };
    if limit.is_some() && !matches!(look, Look::Shape(Style::Rows(_))) {
        bail!("--limit says how many rows are shown, so it needs --preview rows");
    }
    Ok((look, builder))
}
