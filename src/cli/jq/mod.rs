//! The jq language, on the crates of jaq: `jmend query` and `eval-json --jq`.
//!
//! Filters do no I/O: there are no modules and no environment, and what `debug` and `stderr` would print is dropped. They
//! see their input, the values that were given to them by name, and with `call(TOOL; ARGS)` the results of tools.
//!
//! | file | promise |
//! |---|---|
//! | `bounded` | a filter that does not end is ended: time and memory, in a child process |
//! | `build` | values of strict JSON |
//! | `value` | values as strict JSON |

pub(super) mod bounded;
mod build;
mod value;

use std::cell::RefCell;
use std::fmt;

use jaq_core::box_iter::box_once;
use jaq_core::load::{self, Arena, File, Loader, import};
use jaq_core::native::{Fun, run, v};
use jaq_core::{Compiler, DataT, Error, Exn, Lut, Vars, data};
use jaq_json::Val;
use jaq_std::input::{self, Inputs, RcIter};

use crate::core::json::{BOM, Position, RS, from_utf8, is_space, position, skip_space};
use build::NoValue;
pub(super) use value::write;

/// What a filter may call: a tool's name and its arguments as JSON; its result as JSON, or why there is none.
pub(super) type Calls<'c> = dyn FnMut(&str, &str) -> Result<String, String> + 'c;

/// Functions of the library that look outside.
const OUTSIDE: [&str; 3] = ["env", "debug_empty", "stderr_empty"];

/// What filters are run with.
struct Kind;

/// The values of a run.
struct Data<'a> {
    lut: &'a Lut<Kind>,
    inputs: Inputs<'a, Val>,
    calls: &'a RefCell<&'a mut Calls<'a>>,
}

impl DataT for Kind {
    type V<'a> = Val;
    type Data<'a> = &'a Data<'a>;
}

impl<'a> data::HasLut<'a, Kind> for &'a Data<'a> {
    fn lut(&self) -> &'a Lut<Kind> {
        self.lut
    }
}

impl<'a> input::HasInputs<'a, Val> for &'a Data<'a> {
    fn inputs(&self) -> Inputs<'a, Val> {
        self.inputs
    }
}

/// What is wrong with a filter, and where in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) message: String,
    pub(super) at: Option<Position>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All outputs came.
    Done,
    /// `halt`, with this status.
    Halt(i32),
    /// The filter failed.
    Failed(String),
}

/// A filter that can be run.
pub(super) struct Filter {
    filter: jaq_core::Filter<Kind>,
    /// The values that go with its variables.
    values: Vec<Val>,
}

impl Filter {
    /// Reads a filter, in which each of `values` is a variable of its name. `$ENV` is empty.
    pub(super) fn new(code: &str, values: Vec<(String, Val)>) -> Result<Self, Wrong> {
        let (mut names, mut vals): (Vec<String>, Vec<Val>) =
            values.into_iter().map(|(name, value)| (format!("${name}"), value)).unzip();
        if !names.iter().any(|name| name == "$ENV") {
            names.push("$ENV".to_owned());
            vals.push(Val::obj(std::iter::empty().collect()));
        }
        let arena = Arena::default();
        let defs = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
        let modules = Loader::new(defs)
            .load(&arena, File { path: (), code })
            .map_err(|errors| not_read(code, &errors))?;
        import(&modules, |_| Err("filters have no modules here".to_owned()))
            .map_err(|errors| not_read(code, &errors))?;
        let filter = Compiler::default()
            .with_funs(functions())
            .with_global_vars(names.iter().map(String::as_str))
            .compile(modules)
            .map_err(|errors| {
                let first = errors.into_iter().flat_map(|(_, errors)| errors).next();
                let (found, undefined) = match first {
                    Some((found, undefined)) => (found, undefined.as_str()),
                    None => ("", "filter"),
                };
                let message = format!("there is no {} `{found}`", undefined.trim_start_matches("undefined "));
                Wrong { message, at: place(code, found) }
            })?;
        Ok(Self { filter, values: vals })
    }

    /// Runs the filter on each of `inputs`, or once on null where `is_null`; `put` is given every output.
    pub(super) fn run<E>(
        &self,
        inputs: impl Iterator<Item = Result<Val, String>>,
        is_null: bool,
        calls: &mut Calls<'_>,
        mut put: impl FnMut(&Val) -> Result<(), E>,
    ) -> Result<End, E> {
        let boxed: Box<dyn Iterator<Item = Result<Val, String>>> = Box::new(inputs);
        let inputs = RcIter::new(boxed);
        let inputs: Inputs<'_, Val> = &inputs;
        // The borrow of the tools ends with this run.
        let mut calls = |tool: &str, args: &str| calls(tool, args);
        let calls: RefCell<&mut Calls<'_>> = RefCell::new(&mut calls);
        let data = Data { lut: &self.filter.lut, inputs, calls: &calls };
        let context = jaq_core::Ctx::<Kind>::new(&data, Vars::new(self.values.iter().cloned()));
        let mut nulls = std::iter::once(Ok(Val::Null));
        let mut next = || if is_null { nulls.next() } else { (&mut { inputs }).next() };
        while let Some(input) = next() {
            let input = match input {
                Ok(input) => input,
                Err(message) => return Ok(End::Failed(message)),
            };
            for output in self.filter.id.run((context.clone(), input)) {
                match output {
                    Ok(output) => put(&output)?,
                    Err(exception) => return Ok(ended(exception)),
                }
            }
        }
        Ok(End::Done)
    }
}

fn ended(exception: Exn<'_, Val>) -> End {
    match exception.get_err() {
        Ok(error) => End::Failed(error.to_string()),
        Err(exception) => match exception.get_halt() {
            Ok(status) => End::Halt(status),
            Err(_) => End::Failed("a label was left that is not there".to_owned()),
        },
    }
}

/// The functions of the library, but for those that look outside; rows of tables, and `call`.
fn functions() -> impl Iterator<Item = Fun<Kind>> {
    let input = input::funs::<Kind>().into_vec().into_iter().map(run::<Kind>);
    let library =
        jaq_core::funs::<Kind>().chain(jaq_std::funs::<Kind>()).chain(jaq_json::funs()).chain(input);
    let inside = library.filter(|(name, ..)| !OUTSIDE.contains(name));
    inside.chain([
        run(("env", v(0), |_| box_once(Ok(Val::obj(std::iter::empty().collect()))))),
        run(("@csv", v(0), |cv| box_once(text(value::csv(&cv.1))))),
        run(("@tsv", v(0), |cv| box_once(text(value::tsv(&cv.1))))),
        run(("debug_empty", v(0), |_| Box::new(std::iter::empty()))),
        run(("stderr_empty", v(0), |_| Box::new(std::iter::empty()))),
        run(("call", v(2), |mut cv| {
            let (args, tool) = (cv.0.pop_var(), cv.0.pop_var());
            let data = *cv.0.data();
            box_once(call(data, &tool, &args).map_err(|message| Exn::from(Error::str(message))))
        })),
    ])
}

fn text<'a>(made: Result<String, String>) -> Result<Val, Exn<'a, Val>> {
    made.map(Val::from).map_err(|message| Exn::from(Error::str(message)))
}

fn call(data: &Data<'_>, tool: &Val, args: &Val) -> Result<Val, String> {
    let Val::TStr(name) = tool else { return Err("the name of a tool is a string".to_owned()) };
    let mut text = String::new();
    write(args, &mut text)?;
    let name = String::from_utf8_lossy(name).into_owned();
    let mut calls =
        data.calls.try_borrow_mut().map_err(|_| "a tool cannot be called by a tool".to_owned())?;
    let result = calls(&name, &text)?;
    value_of(result.as_bytes())
}

/// The value of a text that is known to be JSON.
pub(super) fn value_of(text: &[u8]) -> Result<Val, String> {
    match values(text.to_vec()).next() {
        Some(value) => value.map_err(|error| error.to_string()),
        None => Err("there is no JSON in it".to_owned()),
    }
}

/// Why a text holds no further value, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NotJson {
    pub(super) message: String,
    pub(super) at: Position,
}

impl fmt::Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, at } = self;
        write!(f, "{message} (line {}, column {})", at.line, at.column)
    }
}

/// The values in a text: strict JSON, which the reader of the library alone does not insist on.
pub(super) fn values(text: Vec<u8>) -> impl Iterator<Item = Result<Val, NotJson>> {
    let mut pos = if text.starts_with(BOM) { BOM.len() } else { 0 };
    // What is read has to be UTF-8, so reading ends before the first byte that is not.
    let end = from_utf8(&text).map_or_else(|error| error.valid_up_to(), str::len);
    let text = Val::utf8_str(text);
    let mut is_over = false;
    std::iter::from_fn(move || {
        let Val::TStr(bytes) = &text else { return None };
        pos = skip_space(bytes, pos);
        while bytes.get(pos) == Some(&RS) {
            pos = skip_space(bytes, pos + 1);
        }
        if is_over || pos >= bytes.len() {
            return None;
        }
        let fault = |offset: usize, what: &dyn std::fmt::Display| {
            let at = position(bytes, offset.min(bytes.len()));
            Some(Err(NotJson { message: format!("the input is not JSON: {what}"), at }))
        };
        let is_next = |byte: &u8| is_space(*byte) || matches!(*byte, b'{' | b'[' | b'"' | RS);
        match build::value_at(&text, pos, end) {
            Ok((value, behind)) if bytes.get(behind).is_none_or(is_next) => {
                pos = behind;
                Some(Ok(value))
            }
            Ok((_, behind)) if behind < end => {
                is_over = true;
                fault(behind, &"text follows a value")
            }
            Err(NoValue::Library(message)) => {
                is_over = true;
                let at = position(bytes, pos);
                Some(Err(NotJson { message, at }))
            }
            Err(NoValue::Scan(error)) if end == bytes.len() || error.offset < end => {
                is_over = true;
                fault(error.offset, &error.kind)
            }
            Ok(_) | Err(NoValue::Scan(_)) => {
                is_over = true;
                fault(end, &"the bytes are not UTF-8")
            }
        }
    })
}

/// What the reader of filters says.
fn not_read(code: &str, errors: &load::Errors<&str, ()>) -> Wrong {
    use load::Error;
    let first = match errors.first().map(|(_, error)| error) {
        Some(Error::Io(errors)) => errors.first().map(|(part, message)| (message.clone(), *part)),
        Some(Error::Lex(errors)) => errors.first().map(|(expected, found)| match expected {
            load::lex::Expect::Delim(open) => ("what opens here is not closed".to_owned(), *open),
            expected => (format!("expected {}", expected.as_str()), *found),
        }),
        Some(Error::Parse(errors)) => {
            errors.first().map(|(expected, found)| (format!("expected {}", expected.as_str()), *found))
        }
        None => None,
    };
    match first {
        Some((message, part)) => Wrong { message, at: place(code, part) },
        None => Wrong { message: "it cannot be read".to_owned(), at: None },
    }
}

/// The place of a part of the text.
fn place(code: &str, part: &str) -> Option<Position> {
    if part.is_empty() {
        return Some(position(code.as_bytes(), code.len()));
    }
    let offset = (part.as_ptr() as usize).checked_sub(code.as_ptr() as usize)?;
    (offset <= code.len()).then(|| position(code.as_bytes(), offset))
}
