//! The one result of a source, which is read once: kept while it is looked at, then previewed.

use std::io::{self, Read, Write};

use super::job::{Job, Look, Outcome, Store, fail};
use crate::cache::{Entry, Facts, State};
use crate::cli::json_input::Report;
use crate::cli::signals::{Guard, Leftover, undisturbed};
use crate::core::json::fault::Fault;
use crate::core::json::from_utf8;
use crate::core::json::stream::Summary;
use crate::core::results::preview::{
    Carrier, Flexible, Found, HEAD, Keep, PROFILE_BYTES, Preview, Profile, ProfileOptions, Sayable, Style,
    Unwrapped, are_rows, find, infer, is_carried, is_text, look_at_text, opened, profile,
};

/// What a result turned out to be.
enum Seen {
    Shape(Box<Found>),
    Profile(Box<Profile>),
    /// Text that is not JSON.
    Text {
        preview: Preview,
        rows: Option<u64>,
    },
    Nothing,
}

impl Job {
    /// Previews the one result that `input` holds, and keeps it.
    pub(super) fn whole(
        &self,
        input: &mut dyn Read,
        output: &mut dyn Write,
        report: Report<'_>,
    ) -> io::Result<Summary> {
        let store = self.store.as_ref();
        // Goes when a signal ends the program before the result is in place.
        let leftover = |entry: &Entry| Leftover::File(entry.temporary_path().to_path_buf());
        let create = |store: &Store| Guard::over(|| Entry::create(&store.directory, &store.call), leftover);
        let (entry, _guard) = store.map(create).transpose()?.unzip();
        let mut kept = Kept {
            entry,
            text: self.builder.as_ref().map(|_| Vec::new()),
            small: (self.most_inlined() > 0).then(Vec::new),
            inline_below: self.most_inlined(),
            room: self.limits.max_bytes,
            bytes: 0,
        };
        let mut input = Counted { input, bytes: 0 };
        let head = read_head(&mut input)?;
        let mut carrier = Carrier::default();
        let (seen, mut summary) = if !self.ndjson && is_carried(&head) {
            let message = self.message(head, &mut input)?;
            self.look_inside(&message, &mut kept, &mut carrier, report)?
        } else {
            self.look(&head, &mut input, &mut kept, report)?
        };
        if summary.failed > 0 || summary.records == 0 {
            return Ok(summary);
        }
        let sayable = match self.sayable(&seen, kept.text.take()) {
            Ok(sayable) => sayable,
            Err(fault) => {
                fail(&mut summary, fault, report);
                return Ok(summary);
            }
        };
        let is_error =
            self.is_error || carrier.is_error || matches!(&seen, Seen::Shape(found) if found.is_error);
        let rows = self.rows(&seen);
        let mut is_stored = false;
        if let (Some(mut entry), Some(store)) = (kept.entry.take(), store) {
            let is_text = matches!(seen, Seen::Text { .. });
            let state = if is_error { State::Error } else { State::Ok };
            let facts = Facts { bytes: kept.bytes, rows, state, is_text };
            // To wait for the disk can take long, and the rest does not.
            entry.sync()?;
            is_stored = undisturbed(|| entry.commit(facts, store.limits))?;
            if !is_stored && !is_error {
                let message = "the result is larger than --cache-max-size, so it was not kept";
                self.console.hint(message);
            }
        }
        let outcome = Outcome { result_bytes: input.bytes, is_error, is_stored };
        match self.shown(&|room| sayable.preview(room, &carrier), &kept, outcome) {
            Ok(text) => writeln!(output, "{text}")?,
            Err(fault) => fail(&mut summary, fault, report),
        }
        Ok(summary)
    }

    /// The whole of a message, of which `head` was read already: all of its parts must be known before one is stored.
    fn message(&self, head: Vec<u8>, rest: &mut dyn Read) -> io::Result<Vec<u8>> {
        let mut message = head;
        let most = if self.limits.max_bytes == 0 { u64::MAX } else { self.limits.max_bytes };
        rest.take(most.saturating_sub(message.len() as u64).saturating_add(1)).read_to_end(&mut message)?;
        if message.len() as u64 > most {
            return Err(io::Error::other(format!(
                "the message that holds the result has more than {most} bytes; --max-bytes 0 lifts the limit"
            )));
        }
        Ok(message)
    }

    /// Looks at what a message carries.
    fn look_inside(
        &self,
        message: &[u8],
        kept: &mut Kept,
        carrier: &mut Carrier,
        report: Report<'_>,
    ) -> io::Result<(Seen, Summary)> {
        if let Some(opened) = from_utf8(message).ok().and_then(opened) {
            *carrier = Carrier::of_parts(opened.parts, opened.is_error);
            let (head, mut rest) = opened.text.as_bytes().split_at(opened.text.len().min(HEAD));
            return self.look(head, &mut rest, kept, report);
        }
        let (head, mut rest) = message.split_at(message.len().min(HEAD));
        let Some(wrapping) = find(head) else { return self.look(head, &mut rest, kept, report) };
        let mut inner = Unwrapped::new(head, &wrapping, rest);
        let head = read_head(&mut inner)?;
        let seen = self.look(&head, &mut inner, kept, report)?;
        let is_error = inner.besides()?.is_error;
        *carrier = Carrier { name: Some(wrapping.name), parts: Vec::new(), is_error };
        Ok(seen)
    }

    /// The preview, or the result itself where that was asked for or is no larger than its profile.
    fn shown(
        &self,
        make: &dyn Fn(Option<usize>) -> Flexible,
        kept: &Kept,
        outcome: Outcome,
    ) -> Result<String, Fault> {
        let Some(whole) = kept.inlined().map(Preview::whole) else {
            return self.text(make, outcome, self.max_bytes);
        };
        let whole = |_: Option<usize>| whole.clone().into();
        if self.inline_below.is_some_and(|most| kept.bytes <= most) {
            return self.text(&whole, outcome, self.max_bytes);
        }
        let text = self.text(make, outcome, self.max_bytes)?;
        let whole = self.text(&whole, outcome, None)?;
        Ok(if whole.len() <= text.len() { whole } else { text })
    }

    /// Bytes of a result that may be shown itself.
    fn most_inlined(&self) -> u64 {
        let room = if self.is_profile() { self.max_bytes.unwrap_or(PROFILE_BYTES) } else { 0 };
        self.inline_below.unwrap_or(0).max(room as u64)
    }

    fn is_profile(&self) -> bool {
        matches!(self.look, Look::Profile { .. })
    }

    /// Reads a result to its end, of which `head` was read already.
    fn look(
        &self,
        head: &[u8],
        rest: &mut dyn Read,
        kept: &mut Kept,
        report: Report<'_>,
    ) -> io::Result<(Seen, Summary)> {
        let mut input = head.chain(rest);
        if !self.ndjson && is_text(head) {
            let shape = look_at_text(&mut Tee { input: &mut input, kept })?;
            let seen = Seen::Text { preview: shape.preview(), rows: shape.rows() };
            return Ok((seen, Summary { records: 1, ..Summary::default() }));
        }
        let ndjson = self.ndjson || (self.is_profile() && are_rows(head));
        let Look::Profile { sample, at } = &self.look else {
            return self.shape(&mut input, ndjson, kept, report);
        };
        let options = ProfileOptions { at: at.as_deref(), sample: *sample, ndjson, limits: self.limits };
        let profiled = |(profile, summary): (Profile, Summary)| {
            let seen = if profile.is_empty() { Seen::Nothing } else { Seen::Profile(Box::new(profile)) };
            (seen, Summary { records: summary.records.min(1), ..summary })
        };
        if ndjson && kept.entry.is_some() {
            // Rows are stored as the array that they are, and that is read once more.
            let (_, summary) = self.shape(&mut input, true, kept, report)?;
            if let (Some(entry), 0) = (&mut kept.entry, summary.failed) {
                let mut array = io::BufReader::new(entry.reopen()?);
                let options = ProfileOptions { ndjson: false, ..options };
                return Ok(profiled(profile(&mut array, &options, report)?));
            }
            return Ok((Seen::Nothing, summary));
        }
        let (seen, summary) = profiled(profile(&mut Tee { input: &mut input, kept }, &options, report)?);
        if ndjson
            && summary.failed == 0
            && let Some(rows) = kept.small.take()
        {
            // Rows that are few enough are shown as the array that they are.
            (kept.small, kept.bytes) = (Some(Vec::new()), 0);
            self.shape(&mut rows.as_slice(), true, kept, report)?;
        }
        Ok((seen, summary))
    }

    fn shape(
        &self,
        input: &mut dyn Read,
        ndjson: bool,
        kept: &mut Kept,
        report: Report<'_>,
    ) -> io::Result<(Seen, Summary)> {
        let options = self.shape_options(Style::Metadata);
        let options = crate::core::results::preview::InferOptions { ndjson, ..options };
        let mut all = Vec::new();
        let mut found = |found: Found| {
            all.push(found);
            Ok(())
        };
        let mut summary = infer(input, &options, Keep::In(kept), &mut found, report)?;
        if summary.failed > 0 || summary.records == 0 {
            return Ok((Seen::Nothing, summary));
        }
        if all.len() != 1 {
            let message = "there is more than one result; use --ndjson for rows, one per line";
            fail(&mut summary, Fault::new("several-results", message, 0), report);
            return Ok((Seen::Nothing, summary));
        }
        Ok((all.pop().map_or(Seen::Nothing, |found| Seen::Shape(Box::new(found))), summary))
    }

    /// What can be said of what was seen.
    fn sayable(&self, seen: &Seen, text: Option<Vec<u8>>) -> Result<Sayable, Fault> {
        Ok(match (seen, &self.look) {
            (Seen::Shape(found), _) => Sayable::Preview(self.built(Preview::of_shape(&found.shape), text)),
            (Seen::Text { preview, .. }, _) => Sayable::Preview(self.built(preview.clone(), text)),
            (Seen::Profile(profile), Look::Profile { at, .. }) => {
                Sayable::Outline(profile.outline(at.as_deref())?)
            }
            (Seen::Profile(_), Look::Shape(_)) | (Seen::Nothing, _) => Sayable::Preview(Preview::default()),
        })
    }

    fn rows(&self, seen: &Seen) -> Option<u64> {
        match (seen, &self.look) {
            (Seen::Shape(found), _) => found.shape.rows(),
            (Seen::Profile(profile), Look::Profile { at, .. }) => profile.rows(at.as_deref()),
            (Seen::Text { rows, .. }, _) => *rows,
            _ => None,
        }
    }
}

/// The beginning of an input, as far as it decides what the input is.
fn read_head(input: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    input.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Counts what is read.
struct Counted<'i> {
    input: &'i mut dyn Read,
    bytes: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}

/// Passes on what is read.
struct Tee<'t> {
    input: &'t mut dyn Read,
    kept: &'t mut Kept,
}

impl Read for Tee<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.kept.write_all(&buffer[..read])?;
        Ok(read)
    }
}

/// Where a result goes while it is read.
struct Kept {
    entry: Option<Entry>,
    /// The text for a custom builder.
    text: Option<Vec<u8>>,
    /// The result, as long as it may be shown whole.
    small: Option<Vec<u8>>,
    inline_below: u64,
    /// Bytes that the text may have; 0 means no limit.
    room: u64,
    /// Bytes that came.
    bytes: u64,
}

impl Kept {
    /// The result, if it may be shown whole.
    fn inlined(&self) -> Option<&[u8]> {
        self.small.as_deref().filter(|text| from_utf8(text).is_ok())
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        if let Some(text) = &mut self.text {
            if self.room > 0 && (text.len() + bytes.len()) as u64 > self.room {
                return Err(io::Error::other(format!(
                    "a custom preview is given the whole result, which has more than {} bytes; \
                     --max-bytes 0 lifts the limit",
                    self.room
                )));
            }
            text.extend_from_slice(bytes);
        }
        if self.bytes > self.inline_below {
            self.small = None;
        } else if let Some(small) = &mut self.small {
            small.extend_from_slice(bytes);
        }
        if let Some(entry) = &mut self.entry {
            entry.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.entry.as_mut().map_or(Ok(()), Entry::flush)
    }
}
