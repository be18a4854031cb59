//! What programs compute on: context, memory and fixed tools, read from flags and files.
//!
//! Values borrow from the texts, so the texts are read first and live as long as the session.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, anyhow};

use super::args::Args;
use crate::cli::atomic::AtomicFile;
use crate::cli::command::Words;
use crate::cli::identity::Identity;
use crate::cli::input::Source;
use crate::core::json::shown::{self, escape};
use crate::core::json::{BOM, MAX_DEPTH, position};
use crate::core::programs::value::{Map, Name};
use crate::core::programs::{self, Value};

/// `NAME=JSON` or `NAME=@FILE`.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Assignment {
    name: String,
    value: Given,
}

#[derive(Clone, Debug)]
enum Given {
    Json(String),
    File(PathBuf),
}

impl Assignment {
    pub(in crate::cli) fn name(&self) -> &str {
        &self.name
    }

    /// The text of its value.
    pub(in crate::cli) fn text(&self, max_bytes: u64) -> anyhow::Result<Vec<u8>> {
        match &self.value {
            Given::Json(text) => Ok(text.clone().into_bytes()),
            Given::File(path) => Source::new(path).read_small(max_bytes),
        }
    }
}

/// Parses `NAME=JSON|@FILE`. JSON on the command line is checked here: a mistake in it is a mistake in the usage.
pub(in crate::cli) fn parse_assignment(text: &str) -> Result<Assignment, String> {
    let (name, value) = split_name(text)?;
    if let Some(file) = value.strip_prefix('@') {
        return Ok(Assignment { name, value: Given::File(file.into()) });
    }
    match programs::read(value, MAX_DEPTH) {
        Ok(_) => Ok(Assignment { name, value: Given::Json(value.to_owned()) }),
        Err(error) => Err(format!("{} (byte {}); for a file say {name}=@FILE", error.message, error.offset)),
    }
}

/// Parses `NAME=CMD` into a name and the words of a command.
pub(super) fn parse_command(text: &str) -> Result<(String, Words), String> {
    let (name, command) = split_name(text)?;
    Ok((name, Words::parse(command)?))
}

fn split_name(text: &str) -> Result<(String, &str), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value)),
        _ => Err("NAME= and what it stands for".to_owned()),
    }
}

/// A text with the name that messages give it.
struct Named {
    name: String,
    /// The bytes, or why they are not taken.
    bytes: Result<Vec<u8>, String>,
}

/// All texts that values are read from.
pub(super) struct Texts {
    context: Option<Named>,
    lets: Vec<(String, Named)>,
    memory: Option<Named>,
    tools: Vec<(String, Named)>,
}

/// The values in the texts.
pub(super) struct Inputs<'a> {
    pub(super) context: Rc<Map<'a>>,
    pub(super) memory: Rc<Map<'a>>,
    pub(super) tools: Vec<(String, Value<'a>)>,
}

impl Texts {
    /// Reads the files that the flags name.
    pub(super) fn read(args: &Args) -> anyhow::Result<Self> {
        let file = |path: &Path| read_file(path, args.max_bytes);
        let all = |assignments: &[Assignment]| -> anyhow::Result<Vec<(String, Named)>> {
            let one = |given: &Assignment| Ok((given.name.clone(), read_given(given, args.max_bytes)?));
            assignments.iter().map(one).collect()
        };
        let memory = match &args.memory {
            // The first turn of a session has no memory yet.
            Some(path) if args.save_memory && !path.exists() => None,
            memory => memory.as_deref().map(file).transpose()?,
        };
        let context = args.context.as_deref().map(file).transpose()?;
        Ok(Self { context, lets: all(&args.lets)?, memory, tools: all(&args.sources.tool)? })
    }

    /// How much there is in all.
    pub(super) fn bytes(&self) -> usize {
        let named = self.lets.iter().chain(&self.tools).map(|(_, named)| named);
        named
            .chain(&self.context)
            .chain(&self.memory)
            .map(|named| named.bytes.as_ref().map_or(0, Vec::len))
            .sum()
    }

    /// Reads the values.
    pub(super) fn values(&self, max_depth: usize) -> anyhow::Result<Inputs<'_>> {
        let mut context = object(self.context.as_ref(), max_depth)?;
        for (name, named) in &self.lets {
            // The last of equal keys wins, so a --let is over what --context has.
            context.push((Name::Shared(name.as_str().into()), named.value(max_depth)?));
        }
        let memory = object(self.memory.as_ref(), max_depth)?;
        let tools =
            self.tools.iter().map(|(name, named)| anyhow::Ok((name.clone(), named.value(max_depth)?)));
        Ok(Inputs {
            context: Map::free(context),
            memory: Map::free(memory),
            tools: tools.collect::<Result<_, _>>()?,
        })
    }
}

/// The members of the object in a text; none where there is no text.
fn object(named: Option<&Named>, max_depth: usize) -> anyhow::Result<Vec<(Name<'_>, Value<'_>)>> {
    let Some(named) = named else { return Ok(Vec::new()) };
    match named.value(max_depth)?.as_map() {
        Some(map) => Ok(map.entries().to_vec()),
        None => Err(named.refused("a JSON object was expected")),
    }
}

impl Named {
    fn value(&self, max_depth: usize) -> anyhow::Result<Value<'_>> {
        let bytes = self.bytes.as_ref().map_err(|message| self.refused(message))?;
        let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
        let at = |offset| {
            let at = position(bytes, offset);
            format!("(line {}, column {})", at.line, at.column)
        };
        let text = crate::core::json::from_utf8(bytes)
            .map_err(|error| self.refused(&format!("the bytes are not UTF-8 {}", at(error.valid_up_to()))))?;
        programs::read(text, max_depth)
            .map_err(|error| self.refused(&format!("{} {}", error.message, at(error.index()))))
    }

    /// Says that a text holds no value, or not the right one.
    fn refused(&self, message: &str) -> anyhow::Error {
        anyhow!("{}: {message}", self.name)
    }
}

fn read_given(given: &Assignment, max_bytes: u64) -> anyhow::Result<Named> {
    match &given.value {
        Given::Json(text) => {
            Ok(Named { name: escape(&given.name).into_owned(), bytes: Ok(text.clone().into_bytes()) })
        }
        Given::File(path) => read_file(path, max_bytes),
    }
}

fn read_file(path: &Path, max_bytes: u64) -> anyhow::Result<Named> {
    let source = Source::new(path);
    let name = source.name();
    let bytes = match source.read(max_bytes) {
        Ok(bytes) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::FileTooLarge => {
            Err(format!("longer than {max_bytes} bytes; --max-bytes 0 lifts the limit"))
        }
        Err(error) => return Err(error).context(name),
    };
    Ok(Named { name, bytes })
}

/// The right to read the memory and write it back, which one process at a time has. It is a locked file beside the memory, for
/// the memory itself is another file after each turn.
pub(super) struct Turn {
    path: PathBuf,
    _lock: File,
}

impl Turn {
    /// Waits until no other process has it.
    pub(super) fn take(args: &Args) -> anyhow::Result<Option<Self>> {
        let Some(path) = &args.memory else { return Ok(None) };
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        let turn = Self::lock(&path).with_context(|| format!("cannot lock {}", shown::path(&path)))?;
        Ok(Some(turn))
    }

    fn lock(path: &Path) -> io::Result<Self> {
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
            file.lock()?;
            let locked = Identity::of(&file.metadata()?);
            // The process before removed it while this one waited, unless the name still leads to it.
            if fs::metadata(path).is_ok_and(|named| Identity::of(&named).is_same_file(locked)) {
                return Ok(Self { path: path.to_path_buf(), _lock: file });
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // The next process finds and locks one that is left.
        let _ = fs::remove_file(&self.path);
    }
}

/// Writes memory back to its file.
pub(super) fn save(args: &Args, memory: &Rc<Map<'_>>) -> anyhow::Result<()> {
    let Some(path) = &args.memory else { return Ok(()) };
    let mut text = programs::to_json(&Value::Map(Rc::clone(memory)));
    text.push('\n');
    let write = || -> anyhow::Result<()> {
        let mut file = AtomicFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.commit()?;
        Ok(())
    };
    write().with_context(|| format!("cannot save the memory in {}", shown::path(path)))
}
