//! A preview that fits into so many bytes. What is cut is structure (strings, items, levels, members), never a piece of
//! JSON text, and `caps_hit` says what.

use super::render::{Ending, Preview};
use crate::core::json::fault::Fault;
use crate::core::json::{MAX_DEPTH, Style, Text, Value, parse, quoted};

/// How much of a value is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Characters of a string.
    strings: usize,
    /// Items of an array, and members of an object.
    items: usize,
    /// Levels of nesting.
    depth: usize,
}

/// From much to little.
const STEPS: [Caps; 5] = [
    Caps { strings: 256, items: 20, depth: 6 },
    Caps { strings: 80, items: 10, depth: 5 },
    Caps { strings: 40, items: 5, depth: 4 },
    Caps { strings: 20, items: 3, depth: 3 },
    Caps { strings: 10, items: 1, depth: 2 },
];

/// Members that go one after the other when nothing else helps.
const LEAST: [&str; 9] =
    ["rows", "tail", "head", "result", "sample_keys", "fields", "around", "columns", "schema"];

/// Members of an object that are shown however few items are.
const LEAST_MEMBERS: usize = 4;

/// Rounds after which the numbers that count themselves are left as they are; a number of bytes settles in three.
const ROUNDS: usize = 4;

/// How often another room is tried: what is said of the whole changes its size a little.
const TRIES: usize = 8;

/// The part of a budget that fields have beside rows that must be cut.
const PART: usize = 3;

/// Bytes that a token of a model has, about.
pub const BYTES_PER_TOKEN: u64 = 4;

/// What there is to say of a preview as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub struct Account {
    /// Bytes of the result.
    pub result_bytes: u64,
    /// Says whether the preview says how large the result is, and how much smaller the preview.
    pub is_shown: bool,
    /// Says whether the preview says about how many tokens it has.
    pub has_tokens: bool,
    /// Bytes that the preview may have.
    pub max_bytes: Option<usize>,
}

/// A preview, and what was left out of it, in the words of `caps_hit`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flexible {
    pub preview: Preview,
    pub caps: Vec<&'static str>,
}

impl From<Preview> for Flexible {
    fn from(preview: Preview) -> Self {
        Self { preview, caps: Vec::new() }
    }
}

/// The preview as one line of JSON, without a line end. `make` makes it, for a room of so many bytes for what can be
/// left out; where that is not enough, the values are cut. The fault is `budget`.
pub fn fitted(
    make: &dyn Fn(Option<usize>) -> Flexible,
    ending: Ending<'_>,
    account: Account,
) -> Result<String, Fault> {
    let all = make(None);
    let text = settled(&all.preview, &all.caps, ending, account);
    let Some(most) = account.max_bytes.filter(|most| text.len() > *most) else { return Ok(text) };
    if let Some(text) = filled(make, most, ending, account) {
        return Ok(text);
    }
    // Rows that are shown leave the fields a part of the room.
    let small = [make(Some(most / PART)), make(Some(0))];
    for one in &small {
        for caps in STEPS {
            let mut hit = one.caps.clone();
            let preview = cut(&one.preview, caps, &mut hit);
            let text = settled(&preview, &hit, ending, account);
            if text.len() <= most {
                return Ok(text);
            }
        }
    }
    let [_, bare] = small;
    let mut hit = bare.caps;
    let mut last = cut(&bare.preview, STEPS[STEPS.len() - 1], &mut hit);
    let rest: Vec<String> = last.members.iter().map(|(name, _)| name.clone()).collect();
    let rest =
        rest.iter().map(String::as_str).filter(|name| !LEAST.contains(name) && *name != "result_count");
    hit.push("members");
    let mut smallest = usize::MAX;
    for gone in LEAST.into_iter().chain(rest) {
        last.members.retain(|(name, _)| name != gone);
        let text = settled(&last, &hit, ending, account);
        if text.len() <= most {
            return Ok(text);
        }
        smallest = text.len();
    }
    let message = format!("no preview fits this budget: the smallest has {smallest} bytes");
    Err(Fault::new("budget", message, 0))
}

/// The fullest preview of at most so many bytes, if there is one.
fn filled(
    make: &dyn Fn(Option<usize>) -> Flexible,
    most: usize,
    ending: Ending<'_>,
    account: Account,
) -> Option<String> {
    let (mut room, mut best) = (most, None::<String>);
    for _ in 0..TRIES {
        let one = make(Some(room));
        let text = settled(&one.preview, &one.caps, ending, account);
        if text.len() > most {
            let over = text.len() - most;
            if room == 0 {
                break;
            }
            room = room.saturating_sub(over);
            continue;
        }
        room += most - text.len();
        let is_better = best.as_ref().is_none_or(|best| best.len() < text.len());
        if !is_better {
            break;
        }
        best = Some(text);
    }
    best
}

/// The text with what is said of the whole, which counts as well.
fn settled(preview: &Preview, hit: &[&str], ending: Ending<'_>, account: Account) -> String {
    let mut whole = preview.clone();
    if !hit.is_empty() {
        let names: Vec<_> = hit.iter().map(|name| quoted(name)).collect();
        whole.put("caps_hit", format!("[{}]", names.join(",")));
    }
    if !account.is_shown && !account.has_tokens {
        return whole.text(ending);
    }
    if account.is_shown {
        whole.put("result_bytes", account.result_bytes.to_string());
    }
    let (mut text, plain) = (whole.text(ending), whole.members.len());
    // The numbers are part of what they count: after a few rounds they are true.
    for _ in 0..ROUNDS {
        whole.members.truncate(plain);
        let len = text.len() as u64;
        if account.is_shown {
            whole.put("bytes_saved", account.result_bytes.saturating_sub(len).to_string());
        }
        if account.has_tokens {
            whole.put("tokens_estimate", len.div_ceil(BYTES_PER_TOKEN).to_string());
        }
        let next = whole.text(ending);
        if next.len() == text.len() && next == text {
            break;
        }
        text = next;
    }
    text
}

/// A preview whose values are cut.
pub fn cut(preview: &Preview, caps: Caps, hit: &mut Vec<&'static str>) -> Preview {
    let one = |(name, text): &(String, String)| {
        let is_whole = matches!(name.as_str(), "schema" | "fields" | "around" | "caps_hit");
        match parse(text, MAX_DEPTH) {
            Ok(value) if !is_whole => {
                let value = cut_value(&value, caps, caps.depth, hit);
                let mut out = Vec::new();
                Style::compact().write_value(&value, &mut out);
                (name.clone(), String::from_utf8_lossy(&out).into_owned())
            }
            _ => (name.clone(), text.clone()),
        }
    };
    Preview { members: preview.members.iter().map(one).collect() }
}

fn note(hit: &mut Vec<&'static str>, cap: &'static str) {
    if !hit.contains(&cap) {
        hit.push(cap);
    }
}

fn cut_value<'a>(value: &Value<'a>, caps: Caps, depth: usize, hit: &mut Vec<&'static str>) -> Value<'a> {
    match value {
        Value::String(text) => {
            let decoded = text.decode_lossy();
            if decoded.chars().count() <= caps.strings {
                return value.clone();
            }
            note(hit, "strings");
            string(&format!("{}…", decoded.chars().take(caps.strings).collect::<String>()))
        }
        Value::Array(items) if depth == 0 && !items.is_empty() => {
            note(hit, "depth");
            string(&format!("… {} items", items.len()))
        }
        Value::Object(members) if depth == 0 && !members.is_empty() => {
            note(hit, "depth");
            string(&format!("… {} members", members.len()))
        }
        Value::Array(items) => {
            if items.len() > caps.items {
                note(hit, "items");
            }
            Value::Array(
                items.iter().take(caps.items).map(|item| cut_value(item, caps, depth - 1, hit)).collect(),
            )
        }
        Value::Object(members) => {
            let most = caps.items.max(LEAST_MEMBERS);
            if members.len() > most {
                note(hit, "members");
            }
            let few = members.iter().take(most);
            Value::Object(
                few.map(|(name, value)| (name.clone(), cut_value(value, caps, depth - 1, hit))).collect(),
            )
        }
        other => other.clone(),
    }
}

fn string(text: &str) -> Value<'static> {
    let text = quoted(text);
    Value::String(Text::from_raw(&text[1..text.len() - 1]).into_owned())
}
