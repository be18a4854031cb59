//! Backslashes that begin no escape, because their writer did not double them: paths of Windows, commands of TeX, and the escape
//! that Markdown puts before an underscore.
//!
//! One escape that JSON does not have shows that backslashes were not escaped; where the string is a path as a whole, or holds
//! TeX, those that would do as escapes (`\n`, `\r`, `\t`) are backslashes, too: `"C:\Users\new"`, `"\theta_i \neq \rho"`.

/// Letters of the longest ending of a file's name, as in `.jsonl`.
const ENDING: usize = 6;

/// Returns whether this content of a string is a path as a whole, with single backslashes.
pub(crate) fn is_path(content: &[u8]) -> bool {
    if let Some(rest) = after_drive(content) {
        return rest.first() != Some(&b'\\') && !rest.contains(&b'\n');
    }
    // A share: its root alone is two backslashes.
    if let Some(rest) = content.strip_prefix(br"\\") {
        let has_host = rest.first().is_some_and(u8::is_ascii_alphanumeric);
        return has_host && rest.contains(&b'\\') && is_way(rest, true);
    }
    let is_rooted = [&br".\"[..], br"..\", br"~\"].iter().any(|root| content.starts_with(root));
    is_way(content, false) && (is_rooted || has_ending(content))
}

/// The same, where nothing but a path will do: from the root of a drive, with no character that names of files cannot have.
pub(crate) fn is_plain_path(content: &[u8]) -> bool {
    after_drive(content).is_some_and(|rest| is_way(rest, true))
}

/// Returns whether this content begins at the root of a drive or of a share.
pub(crate) fn begins_path(content: &[u8]) -> bool {
    after_drive(content).is_some() || content.starts_with(br"\\")
}

/// Returns whether this text has a line end or a quote as JSON writes it in a string.
pub(crate) fn holds_escape(content: &[u8]) -> bool {
    !begins_path(content) && content.windows(2).any(|pair| matches!(pair, [b'\\', b'n' | b't' | b'r' | b'"']))
}

/// Returns whether a path stands among other words in which a backslash could as well begin an escape, as in `rm
/// C:\Users\new`.
pub(crate) fn holds_doubtful_path(content: &[u8]) -> bool {
    let is_doubtful = |pair: &[u8]| matches!(pair, [b'\\', b'n' | b'r' | b't']);
    content
        .split(|byte| matches!(byte, b' ' | b'\n' | b'\'' | b'"'))
        .filter_map(after_drive)
        .any(|word| word.windows(2).any(is_doubtful))
}

/// Returns whether the last word of this text begins with the root of a drive, as in `dir D:\Games\`.
pub(crate) fn ends_in_drive(text: &[u8]) -> bool {
    let word = text.iter().rposition(|byte| matches!(byte, b' ' | b'\'' | b'=')).map_or(0, |at| at + 1);
    after_drive(&text[word..]).is_some()
}

/// What follows the root of a drive.
fn after_drive(content: &[u8]) -> Option<&[u8]> {
    match content {
        [letter, b':', b'\\', rest @ ..] if letter.is_ascii_alphabetic() => Some(rest),
        _ => None,
    }
}

/// Names with single backslashes between them.
fn is_way(content: &[u8], blanks: bool) -> bool {
    let is_of_name = |byte: &u8| match byte {
        b' ' => blanks,
        0..=0x1f | 0x7f | b'"' | b'<' | b'>' | b'|' | b':' | b'?' | b'*' | b'/' => false,
        _ => true,
    };
    let mut names = content.split(|byte| *byte == b'\\').peekable();
    while let Some(name) = names.next() {
        let is_last = names.peek().is_none();
        if !name.iter().all(is_of_name) || name.is_empty() && !is_last {
            return false;
        }
    }
    true
}

/// Returns whether the last name ends as names of files do, as in `foo.py`.
fn has_ending(content: &[u8]) -> bool {
    let name = content.rsplit(|byte| *byte == b'\\').next().unwrap_or_default();
    let dot = name.iter().rposition(|byte| *byte == b'.');
    dot.is_some_and(|dot| {
        let ending = &name[dot + 1..];
        dot > 0 && (1..=ENDING).contains(&ending.len()) && ending.iter().all(u8::is_ascii_alphanumeric)
    })
}

/// Commands that begin as escapes do. Those with `\b` and `\f` need no table: no writer means these characters.
const ESCAPES: &str = "\
    nabla natural ne nearrow neg neq newcommand newline nexists ngeq ni nleq nmid nolimits nonumber not notin \
    nsubseteq nu nwarrow rangle rbrace rbrack rceil ref renewcommand rfloor rho right rightarrow rightharpoonup rm \
    rvert tan tanh tau tbinom text textbf textit textrm textsc textsf texttt textup tfrac therefore theta \
    thickapprox tilde times tiny title to top triangle";

/// Commands that begin no escape, and that few other languages have.
const OTHERS: &str = "\
    aleph alpha angle approx arccos arcsin arctan ast cap cdot cdots chi circ cite cong cos cup ddots Delta delta \
    displaystyle div documentclass dots ell emph emptyset end epsilon equiv eta exists Gamma gamma ge geq hat hbar \
    hline iff iiint iint implies in infty int iota item kappa label Lambda lambda langle lceil ldots le left \
    Leftarrow leftarrow Leftrightarrow leq lfloor lim limits ln log mapsto mathbb mathbf mathcal mathrm max mid min \
    mp mu odot oint Omega omega operatorname oplus otimes overline parallel partial perp Phi phi Pi pi pm prime prod \
    propto Psi psi qquad quad Rightarrow sec section Sigma sigma sim sin sqrt subset subseteq sum sup supset Theta \
    underline uparrow upsilon usepackage varepsilon varphi vartheta vdots vec vee wedge xi zeta";

/// Returns whether this text, after a backslash, begins with a command that could be an escape.
pub(crate) fn is_like_escape(text: &[u8]) -> bool {
    is_one_of(ESCAPES, text)
}

/// Returns whether this text, after a backslash, begins with a command that is not an escape of JSON.
pub(crate) fn is_command(text: &[u8]) -> bool {
    // Nearly all that follows a backslash is an escape of JSON, and begins none of them.
    !matches!(text.first(), Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't'))
        && is_one_of(OTHERS, text)
}

/// Returns whether the content of a string has such a command.
pub(crate) fn holds_command(content: &[u8]) -> bool {
    let mut rest = content;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        if is_command(&rest[at + 1..]) {
            return true;
        }
        // A backslash that is escaped begins nothing.
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    false
}

fn is_one_of(names: &str, text: &[u8]) -> bool {
    let longest = 16.min(text.len());
    let len = text[..longest].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    len > 1 && names.split(' ').any(|name| name.as_bytes() == &text[..len])
}

/// Returns whether the backslash at `pos` is the escape that Markdown needs before an underscore within a word, as in `get\_user`.
/// In a path or beside other backslashes that start no escape it is a backslash.
pub(crate) fn is_markdown_escape(text: &[u8], pos: usize) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let goes_on = |byte: &u8| is_word(byte) || *byte == b'\\';
    let before = pos.checked_sub(1).map(|at| &text[at]);
    text.get(pos + 1) == Some(&b'_') && before.is_some_and(is_word) && text.get(pos + 2).is_some_and(goes_on)
}

/// The character whose bytes of UTF-8 are written as `\xHH` from `pos` on, and the offset after them; `None` for a single
/// byte, which is a character of its own. Logs of web servers write text so: `\xE3\x83\x84`.
pub(crate) fn character_in_bytes(text: &[u8], pos: usize) -> Option<(char, usize)> {
    let byte = |at: usize| {
        let digits = text.get(at..at + 4)?.strip_prefix(b"\\x")?;
        u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let len = match byte(pos)? {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let bytes: Vec<u8> = (0..len).map_while(|at| byte(pos + 4 * at)).collect();
    let character = std::str::from_utf8(&bytes).ok()?.chars().next()?;
    Some((character, pos + 4 * len))
}
