//! Validators for single parts of a schema, made when a union first asks for one: to make all of them at once would take
//! quadratic time for a schema whose parts refer to each other in a long chain.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, RwLock};

use jsonschema::{Draft, Registry, Validator};
use serde_json::{Value as Serde, json};

use super::judge::{Ours, options};

/// The name under which parts refer to the whole schema; nothing is ever opened by it.
const BASE: &str = "urn:jmend:schema";

/// The validator of a part; `None` for a pointer that names none.
type Made = Option<Arc<Validator<Ours>>>;

/// The parts of one schema.
pub(super) struct Parts {
    draft: Draft,
    made: RwLock<HashMap<Box<str>, Made>>,
    whole: Registry<'static>,
}

impl Parts {
    /// `None` where the schema cannot be referred to, which one that was compiled can.
    pub(super) fn new(schema: &Serde, draft: Draft) -> Option<Self> {
        let whole = Registry::new().draft(draft).add(BASE, schema.clone()).ok()?.prepare().ok()?;
        Some(Self { draft, made: RwLock::default(), whole })
    }

    /// The validator of the part at `pointer`, which begins with `#`; `None` where there is no such part.
    pub(super) fn at(&self, pointer: &str) -> Made {
        if let Some(known) = self.made.read().ok()?.get(pointer) {
            return known.clone();
        }
        let reference = format!("{BASE}{}", as_fragment(pointer));
        let part = options(Some(self.draft)).with_registry(&self.whole).build(&json!({"$ref": reference}));
        let part = part.ok().map(Arc::new);
        self.made.write().ok()?.insert(pointer.into(), part.clone());
        part
    }
}

/// A pointer as a fragment of a URI.
fn as_fragment(pointer: &str) -> String {
    let mut out = String::with_capacity(pointer.len());
    for byte in pointer.bytes() {
        let is_first = out.is_empty() && byte == b'#';
        if is_first || byte.is_ascii_alphanumeric() || b"/-._~$".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
