//! `cache-key`: equal calls get equal keys, key format 1.
//!
//! The key text is `{"args":{…},"ns":"…","tool":"…","v":1}` in canonical form (`ns` only where a namespace is given;
//! `non_map` for `args` where the arguments are no object). The key is `jk1-` and the SHA-256 of that text in lower-case
//! hex. The text goes into the hash as it is made; it is built only on request. The `1` in `jk1` and
//! `"v":1` change together if a rule of the canonical form ever changes.

use std::io::{self, Write};
use std::ops::ControlFlow;

use sha2::{Digest, Sha256};

use super::canonical::Canonical;
use super::collision::OnCollision;
use super::number::Numbers;
use super::{Out, calls, text};
use crate::core::json::MAX_DEPTH;
use crate::core::json::events::Sink;
use crate::core::json::fault::Fault;
use crate::core::json::records::{Product, Record, each_record};
use crate::core::json::stream::{Input, Limits, Notice, Summary};
use crate::core::repair::engine;

/// What is printed for a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyOutput {
    /// `jk1-…`
    #[default]
    Key,
    /// The key text: what stands before the line end is what is hashed.
    Text,
    /// `{"key":"jk1-…","text":"…"}`
    Json,
}

/// Which calls the input holds.
#[derive(Clone, Debug)]
pub enum Calls {
    /// Arguments of this tool, whose name is taken as it is.
    Of(String),
    /// Whole calls, in every shape that `core::calls` reads. Arguments that are a JSON string are repaired first where a
    /// way is given.
    Whole(Option<engine::Options>),
}

/// What `cache_keys` is asked to do.
#[derive(Clone, Debug)]
pub struct KeyOptions {
    /// Which calls the input holds.
    pub calls: Calls,
    /// Tenant, model, tool version: whatever else the result depends on.
    pub namespace: Option<String>,
    /// What is printed.
    pub output: KeyOutput,
    /// What collisions become.
    pub on_collision: OnCollision,
    /// Depth and memory.
    pub limits: Limits,
}

/// A key and the text it is the hash of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheKey {
    /// `jk1-` and 64 hex digits.
    pub key: String,
    /// The key text.
    pub text: String,
}

/// The key of one call. `arguments` is one JSON document.
///
/// Faults: `syntax`, `encoding`, `depth` (RFC 8259), `key-collision` (two names that renaming makes one, with values
/// that differ), `lone-surrogate` (RFC 8785, section 3.2.2.2), `number-range` (an exponent of more than 18 digits),
/// `empty-tool`.
pub fn cache_key(tool: &str, namespace: Option<&str>, arguments: &str) -> Result<CacheKey, Fault> {
    if tool.is_empty() {
        return Err(Fault::new("empty-tool", "a tool has a name", 0));
    }
    let arguments = arguments.trim_matches([' ', '\t', '\n', '\r']).as_bytes();
    let mut canonical = Canonical::new(Numbers::Exact, OnCollision::Error);
    canonical.index(arguments, MAX_DEPTH)?;
    let (mut text, mut hash) = (Vec::new(), Hash::new());
    put_text(arguments, &mut canonical, &tail(tool, namespace), &mut text);
    hash.put(&text);
    let mut key = Vec::new();
    hash.put_key(&mut key);
    // Both are made of UTF-8 alone.
    let plain = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(CacheKey { key: plain(key), text: plain(text) })
}

/// Writes the key of every call of a stream of JSON texts, one a line. A record without a key is left out and
/// reported. Faults are those of [`cache_key`], `too-large`, and with [`Calls::Whole`] `no-call` and `arguments`.
pub fn cache_keys<'i>(
    input: impl Into<Input<'i>>,
    output: &mut dyn Write,
    options: &KeyOptions,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<Summary> {
    let canonical = Canonical::new(Numbers::Exact, options.on_collision);
    let writer = KeyWriter { output: options.output, hash: Hash::new(), text: Vec::new() };
    let limits = &options.limits;
    match &options.calls {
        Calls::Of(tool) => {
            let keys = Keys { canonical, tail: tail(tool, options.namespace.as_deref()), writer };
            each_record(input, output, keys, limits, report)
        }
        Calls::Whole(_) => {
            let keys = CallKeys { options, writer, canonical };
            each_record(input, output, keys, limits, report)
        }
    }
}

/// The keys of records that are arguments.
struct Keys {
    canonical: Canonical,
    tail: Vec<u8>,
    writer: KeyWriter,
}

impl Product for Keys {
    type Sink = Canonical;

    #[inline]
    fn sink(&mut self) -> &mut Canonical {
        &mut self.canonical
    }

    #[inline]
    fn put(&mut self, record: &Record<'_>, out: &mut Vec<u8>, faults: &mut Vec<Fault>) -> Result<(), Fault> {
        self.canonical.settled(faults)?;
        self.writer.put(record.document, &mut self.canonical, &self.tail, out);
        Ok(())
    }
}

/// The keys of the calls in records that are messages. What else a message holds is no part of its calls.
struct CallKeys<'o> {
    options: &'o KeyOptions,
    writer: KeyWriter,
    canonical: Canonical,
}

impl Sink for CallKeys<'_> {}

impl Product for CallKeys<'_> {
    type Sink = Self;

    fn sink(&mut self) -> &mut Self {
        self
    }

    fn put(&mut self, record: &Record<'_>, out: &mut Vec<u8>, faults: &mut Vec<Fault>) -> Result<(), Fault> {
        let Calls::Whole(repair) = &self.options.calls else { return Ok(()) };
        let max_depth = self.options.limits.max_depth;
        // The stream has checked the encoding.
        let message = std::str::from_utf8(record.document).unwrap_or_default();
        let calls = calls::calls_in(message, max_depth, repair.as_ref());
        for call in calls.map_err(|fault| record.placed(fault))? {
            let arguments = call.arguments.as_bytes();
            let placed = |fault| record.placed(call.placed(fault, message));
            self.canonical.index(arguments, max_depth).map_err(placed)?;
            faults.extend(call.losses.iter().cloned().map(|fault| record.placed(fault)));
            faults.extend(self.canonical.warnings.drain(..).map(placed));
            let tail = tail(&call.name, self.options.namespace.as_deref());
            self.writer.put(arguments, &mut self.canonical, &tail, out);
        }
        Ok(())
    }
}

/// Prints a key in the form asked for.
struct KeyWriter {
    output: KeyOutput,
    hash: Hash,
    text: Vec<u8>,
}

impl KeyWriter {
    #[inline]
    fn put(&mut self, arguments: &[u8], canonical: &mut Canonical, tail: &[u8], out: &mut Vec<u8>) {
        match self.output {
            KeyOutput::Key => {
                put_text(arguments, canonical, tail, &mut self.hash);
                self.hash.put_key(out);
                out.push(b'\n');
            }
            KeyOutput::Text => {
                put_text(arguments, canonical, tail, out);
                out.push(b'\n');
            }
            KeyOutput::Json => {
                self.text.clear();
                put_text(arguments, canonical, tail, &mut self.text);
                self.hash.put(&self.text);
                out.extend_from_slice(b"{\"key\":\"");
                self.hash.put_key(out);
                out.extend_from_slice(b"\",\"text\":\"");
                text::put_escaped(&self.text, out);
                out.extend_from_slice(b"\"}\n");
            }
        }
    }
}

/// Writes the key text.
#[inline]
fn put_text(arguments: &[u8], canonical: &mut Canonical, tail: &[u8], out: &mut impl Out) {
    out.put(if arguments.first() == Some(&b'{') { b"{\"args\":" } else { b"{\"non_map\":" });
    canonical.put(arguments, out);
    out.put(tail);
}

/// What follows the arguments in the key text.
fn tail(tool: &str, namespace: Option<&str>) -> Vec<u8> {
    let mut tail = Vec::new();
    if let Some(namespace) = namespace {
        tail.extend_from_slice(b",\"ns\":\"");
        text::put_escaped(namespace.as_bytes(), &mut tail);
        tail.push(b'"');
    }
    tail.extend_from_slice(b",\"tool\":\"");
    text::put_escaped(tool.as_bytes(), &mut tail);
    tail.extend_from_slice(b"\",\"v\":1}");
    tail
}

/// SHA-256 of a text that comes in many small pieces: they are gathered, for each call of the hash costs something.
struct Hash {
    sha: Sha256,
    gathered: Box<[u8; 1024]>,
    len: usize,
}

impl Hash {
    fn new() -> Self {
        Self { sha: Sha256::new(), gathered: Box::new([0; 1024]), len: 0 }
    }

    /// Appends the key of what was put in, and starts over.
    fn put_key(&mut self, out: &mut Vec<u8>) {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        self.sha.update(&self.gathered[..self.len]);
        self.len = 0;
        let mut key = *b"jk1-0000000000000000000000000000000000000000000000000000000000000000";
        for (pair, byte) in key[4..].chunks_exact_mut(2).zip(self.sha.finalize_reset()) {
            pair[0] = HEX[usize::from(byte >> 4)];
            pair[1] = HEX[usize::from(byte & 15)];
        }
        out.extend_from_slice(&key);
    }
}

/// Copies a piece into room of its size. Most are of a few bytes, for which two moves that may overlap are quicker than
/// a call.
#[inline]
fn copy_short(room: &mut [u8], bytes: &[u8]) {
    let len = bytes.len();
    match len {
        8..=16 => {
            room[..8].copy_from_slice(&bytes[..8]);
            room[len - 8..].copy_from_slice(&bytes[len - 8..]);
        }
        4..8 => {
            room[..4].copy_from_slice(&bytes[..4]);
            room[len - 4..].copy_from_slice(&bytes[len - 4..]);
        }
        0..4 => room.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from),
        _ => room.copy_from_slice(bytes),
    }
}

impl Out for Hash {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        if let Some(room) = self.gathered.get_mut(self.len..self.len + bytes.len()) {
            copy_short(room, bytes);
            self.len += bytes.len();
            return;
        }
        self.sha.update(&self.gathered[..self.len]);
        self.len = 0;
        self.sha.update(bytes);
    }

    #[inline]
    fn put_byte(&mut self, byte: u8) {
        if let Some(room) = self.gathered.get_mut(self.len) {
            *room = byte;
            self.len += 1;
        } else {
            self.put(&[byte]);
        }
    }
}
