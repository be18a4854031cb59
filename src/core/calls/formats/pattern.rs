//! The regular expressions of response templates, as far as our templates can spell them: text, white space, groups and
//! runs of any characters. What else a pattern may hold is an error that names it.

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    /// A named group, whatever it matches; one without a name is called `content`.
    Hole(String),
    /// Text that may be missing.
    Maybe(String),
    /// White space.
    Space,
    /// Anything.
    Skip,
}

impl Piece {
    /// The part as a template spells it, where white space is free anyway.
    pub(in crate::core::calls) fn spelled(&self) -> Result<String, String> {
        match self {
            Self::Text(text) | Self::Maybe(text) if text.contains(['{', '}']) => {
                Err(format!("braces in `{text}` cannot be spelled in a template"))
            }
            Self::Text(text) => Ok(text.clone()),
            Self::Maybe(text) => Ok(format!("{{?{text}}}")),
            Self::Hole(name) if name == "name" || name == "id" => Ok(format!("{{{name}}}")),
            Self::Hole(_) | Self::Skip => Ok("{skip}".to_owned()),
            Self::Space => Ok(String::new()),
        }
    }
}

/// Characters that mean something in a pattern.
const SIGNS: &str = "\\^$.|?*+()[]{}";

/// The parts of a pattern.
pub fn pieces(pattern: &str) -> Result<Vec<Piece>, String> {
    let mut found: Vec<Piece> = Vec::new();
    let mut rest = pattern;
    while !rest.is_empty() {
        let (piece, after) = piece(rest).ok_or_else(|| {
            format!("`{rest}` of the pattern `{pattern}` is not read: text, \\s*, .*?, [^…]*, (?:text)? and (?P<name>…) are")
        })?;
        rest = after;
        match (piece, found.last_mut()) {
            (Some(Piece::Text(text)), Some(Piece::Text(before))) => before.push_str(&text),
            (Some(piece), _) => found.push(piece),
            (None, _) => {}
        }
    }
    Ok(found)
}

/// The first part, and what follows it; the part is `None` where it says nothing.
fn piece(rest: &str) -> Option<(Option<Piece>, &str)> {
    if let Some(rest) = rest.strip_prefix(['^', '$']) {
        return Some((None, rest));
    }
    if let Some(group) = rest.strip_prefix("(?P<").or_else(|| rest.strip_prefix("(?<")) {
        let (name, inside) = group.split_once('>')?;
        let len = group_end(inside)?;
        return Some((Some(Piece::Hole(name.to_owned())), &inside[len + 1..]));
    }
    if let Some(inside) = rest.strip_prefix("(?:") {
        let len = group_end(inside)?;
        let text = text_of(&inside[..len])?;
        return match inside[len + 1..].strip_prefix('?') {
            Some(rest) => Some((Some(Piece::Maybe(text)), rest)),
            None => Some((Some(Piece::Text(text)), &inside[len + 1..])),
        };
    }
    if let Some(inside) = rest.strip_prefix('(').filter(|inside| !inside.starts_with('?')) {
        let len = group_end(inside)?;
        return Some((Some(Piece::Hole("content".to_owned())), &inside[len + 1..]));
    }
    let (what, len) = unit(rest)?;
    let repeats = rest[len..].trim_start_matches(['*', '+', '?']);
    let is_once = repeats.len() == rest.len() - len;
    let piece = match what {
        Unit::Space => Piece::Space,
        Unit::Sign(sign) if is_once => Piece::Text(sign.to_string()),
        Unit::Sign(sign) if sign.is_whitespace() => Piece::Space,
        Unit::Sign(_) => return None,
        Unit::Any => Piece::Skip,
    };
    Some((Some(piece), repeats))
}

enum Unit {
    Sign(char),
    Space,
    Any,
}

/// What one unit of a pattern matches, and its length.
fn unit(rest: &str) -> Option<(Unit, usize)> {
    let mut signs = rest.chars();
    match signs.next()? {
        '\\' => {
            let sign = signs.next()?;
            let unit = match sign {
                's' => Unit::Space,
                'n' => Unit::Sign('\n'),
                't' => Unit::Sign('\t'),
                'S' | 'w' | 'd' => Unit::Any,
                sign if sign.is_ascii_alphanumeric() => return None,
                sign => Unit::Sign(sign),
            };
            Some((unit, 1 + sign.len_utf8()))
        }
        '.' => Some((Unit::Any, 1)),
        '[' => Some((Unit::Any, class_end(rest)?)),
        sign if SIGNS.contains(sign) => None,
        sign => Some((Unit::Sign(sign), sign.len_utf8())),
    }
}

/// The length of a class of characters.
fn class_end(rest: &str) -> Option<usize> {
    let mut is_escaped = false;
    let inside = rest[1..].strip_prefix('^').unwrap_or(&rest[1..]);
    let from = rest.len() - inside.len();
    let end = inside.char_indices().find(|(at, sign)| {
        let ends = *sign == ']' && !is_escaped && *at > 0;
        is_escaped = *sign == '\\' && !is_escaped;
        ends
    });
    end.map(|(at, _)| from + at + 1)
}

/// Where the bracket stands that closes a group whose inside begins here.
fn group_end(inside: &str) -> Option<usize> {
    let (mut depth, mut pos) = (0, 0);
    while pos < inside.len() {
        match inside.as_bytes()[pos] {
            b')' if depth == 0 => return Some(pos),
            b')' => depth -= 1,
            b'(' => depth += 1,
            b'\\' => pos += 1,
            b'[' => pos += class_end(&inside[pos..])? - 1,
            _ => {}
        }
        pos += 1;
    }
    None
}

/// A pattern that is plain text.
fn text_of(pattern: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = pattern;
    while !rest.is_empty() {
        let (Unit::Sign(sign), len) = unit(rest)? else { return None };
        out.push(sign);
        rest = &rest[len..];
    }
    Some(out)
}
