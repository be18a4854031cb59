//! The rules that the winner needs, for `benches/weights`: each place in the source that proposes states is a rule.

use std::fs::OpenOptions;
use std::io::Write;
use std::panic::Location;
use std::sync::Mutex;

use crate::core::json::quoted;

/// A place that proposes readings, and which of them.
type Site = (&'static Location<'static>, usize);

static SITES: Mutex<Vec<Site>> = Mutex::new(Vec::new());

/// The sites that a reading came through.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sites([u64; WORDS]);

/// Words of bits, one for each site: the table has room for all that the source holds.
const WORDS: usize = 8;
const BITS: usize = u64::BITS as usize;

impl Sites {
    /// One more.
    pub fn with(mut self, location: &'static Location<'static>, index: usize) -> Self {
        let Ok(mut sites) = SITES.lock() else { return self };
        let known = sites.iter().position(|site| site.0 == location && site.1 == index);
        let at = known.unwrap_or_else(|| {
            sites.push((location, index));
            sites.len() - 1
        });
        self.0[at / BITS % WORDS] |= 1 << (at % BITS);
        self
    }

    /// Adds a line with the sites of the winner to the file that `JMEND_RULES` names, and the text: `brackets.rs:34/1 …<tab>"[1"`.
    pub fn note(self, text: &[u8]) {
        let (Ok(sites), Some(path)) = (SITES.lock(), std::env::var_os("JMEND_RULES")) else { return };
        let came_by = |at: &usize| self.0[at / BITS % WORDS] >> (at % BITS) & 1 == 1;
        let names = (0..sites.len()).filter(came_by).map(|at| {
            let (location, index) = sites[at];
            let file = location.file().rsplit('/').next().unwrap_or_default();
            format!("{file}:{}/{index}", location.line())
        });
        let names = names.collect::<Vec<_>>().join(" ");
        let line = format!("{names}\t{}\n", quoted(&String::from_utf8_lossy(text)));
        if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(path) {
            let _ = file.write_all(line.as_bytes());
        }
    }
}
