//! Results that an earlier run of a tool left in a cache directory, found by the cache key of the call.
//!
//! `crate::cache` says where a result lies. Each file is read once; its text
//! is kept as long as the session, so that values borrow from it like from a context.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::cache;
use crate::core::programs::{self, Evaluated, Value, tool};
use crate::core::results::keys::cache_key;

/// Texts that stay where they are while more of them come: each shelf holds one, and the next shelf.
#[derive(Default)]
pub(in crate::cli) struct Shelf(OnceCell<(String, Box<Shelf>)>);

impl Shelf {
    /// Puts a text here, or finds the one that is here already, and the shelf for the next one.
    fn put(&self, text: String) -> (&str, &Shelf) {
        let (text, next) = self.0.get_or_init(|| (text, Box::default()));
        (text, next)
    }
}

impl Drop for Shelf {
    /// Iterative, because there may be many.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some((_, mut shelf)) = next {
            next = shelf.0.take();
        }
    }
}

/// A cache directory.
pub(in crate::cli) struct Cache<'a> {
    directory: PathBuf,
    namespace: Option<String>,
    /// Bytes that a result may have; 0 means no limit.
    max_bytes: u64,
    max_depth: usize,
    /// What was read, by the keys: broken stays broken, because its text stays on the shelf.
    read: HashMap<String, Evaluated<Value<'a>>>,
    /// Where the next text goes.
    shelf: &'a Shelf,
}

impl<'a> Cache<'a> {
    pub(super) fn new(
        directory: &Path,
        namespace: Option<&str>,
        shelf: &'a Shelf,
        max_bytes: u64,
        max_depth: usize,
    ) -> Self {
        let namespace = namespace.map(str::to_owned);
        Self {
            directory: directory.to_path_buf(),
            namespace,
            max_bytes,
            max_depth,
            read: HashMap::new(),
            shelf,
        }
    }

    /// The result of this call.
    pub(super) fn result(&mut self, tool: &str, args: &str) -> Evaluated<Value<'a>> {
        let namespace = self.namespace.as_deref();
        let key = cache_key(tool, namespace, args).map_err(|fault| tool::raised(tool, &fault.message))?.key;
        if let Some(value) = self.read.get(&key) {
            return value.clone();
        }
        tracing::info!(tool, key, "looking in the cache");
        let broken = |what: String| tool::raised(tool, &format!("its cached result, key {key}, {what}"));
        let bytes = match cache::read(&self.directory, &key, self.max_bytes) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let near = cache::nearest(&self.directory, tool, namespace);
                return Err(tool::missed(tool, &format!("{key}{near}")));
            }
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                return Err(broken(format!("is longer than {} bytes", self.max_bytes)));
            }
            Err(error) => return Err(broken(format!("cannot be read: {error}"))),
        };
        let text = String::from_utf8(bytes).map_err(|_| broken("is not UTF-8".to_owned()))?;
        let (text, next) = self.shelf.put(text);
        self.shelf = next;
        // Stored byte for byte, so with a byte order mark where the tool wrote one.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let value = match programs::read(text, self.max_depth) {
            // A tool may give plain text, and that is a string.
            Err(_) if cache::is_text(&self.directory, &key) => Ok(Value::Text(text)),
            value => value.map_err(|error| broken(format!("is not JSON: {}", error.message))),
        };
        self.read.insert(key, value.clone());
        value
    }
}
