//! Paths of Windows whose backslashes nobody doubled: `"C:\Users\new"`, `"..\bin\tool.exe"`, `"\\server\share"`.
//!
//! One escape that JSON does not have shows that backslashes were not escaped; where the string is a path as a whole,
//! those that would do as escapes are backslashes, too.

/// Letters of the longest ending of a file's name, as in `.jsonl`.
const ENDING: usize = 6;

/// Is this content of a string a path as a whole, its backslashes single?
pub(super) fn is_path(content: &[u8]) -> bool {
    if let Some(rest) = behind_drive(content) {
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

/// The same, where nothing but a path will do: from the root of a drive, with no sign that names of files cannot have.
pub(super) fn is_plain_path(content: &[u8]) -> bool {
    behind_drive(content).is_some_and(|rest| is_way(rest, true))
}

/// Does this content begin at the root of a drive or of a share?
pub(super) fn begins_path(content: &[u8]) -> bool {
    behind_drive(content).is_some() || content.starts_with(br"\\")
}

/// Does a path stand among other words in which a backslash could as well begin an escape, as in `rm C:\Users\new`?
pub(super) fn holds_doubtful_path(content: &[u8]) -> bool {
    let is_doubtful = |pair: &[u8]| matches!(pair, [b'\\', b'n' | b'r' | b't']);
    content
        .split(|byte| matches!(byte, b' ' | b'\n' | b'\'' | b'"'))
        .filter_map(behind_drive)
        .any(|word| word.windows(2).any(is_doubtful))
}

/// Does the last word of this text begin with the root of a drive, as in `dir D:\Games\`?
pub(super) fn ends_in_drive(text: &[u8]) -> bool {
    let word = text.iter().rposition(|byte| matches!(byte, b' ' | b'\'' | b'=')).map_or(0, |at| at + 1);
    behind_drive(&text[word..]).is_some()
}

/// What follows the root of a drive.
fn behind_drive(content: &[u8]) -> Option<&[u8]> {
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

/// `foo.py`: does the last name end as those of files do?
fn has_ending(content: &[u8]) -> bool {
    let name = content.rsplit(|byte| *byte == b'\\').next().unwrap_or_default();
    let dot = name.iter().rposition(|byte| *byte == b'.');
    dot.is_some_and(|dot| {
        let ending = &name[dot + 1..];
        dot > 0 && (1..=ENDING).contains(&ending.len()) && ending.iter().all(u8::is_ascii_alphanumeric)
    })
}
