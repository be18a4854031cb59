//! Inputs that are no text: what they are, and what the user can do.

/// Lists what compressed bytes begin with, what they are, and what unpacks them.
const COMPRESSED: [(&[u8], &str, &str); 5] = [
    (b"\x1f\x8b", "these bytes are compressed by gzip", "gzip -dc FILE | jmend reads them"),
    (b"\x28\xb5\x2f\xfd", "these bytes are compressed by zstd", "zstd -dc FILE | jmend reads them"),
    (b"\xfd7zXZ\0", "these bytes are compressed by xz", "xz -dc FILE | jmend reads them"),
    (b"BZh", "these bytes are compressed by bzip2", "bzip2 -dc FILE | jmend reads them"),
    (b"PK\x03\x04", "these bytes are a zip archive", "unzip -p FILE | jmend reads them"),
];

/// Returns what an input is that is not a text, and what the user can do.
pub(crate) fn no_text(input: &[u8]) -> Option<(&'static str, &'static str)> {
    if input.is_empty() {
        return Some(("the input is empty", "a text comes from a file or a pipe: echo '…' | jmend"));
    }
    let packed = COMPRESSED.iter().find(|(magic, ..)| input.starts_with(magic));
    let packed = packed.map(|(_, what, advice)| (*what, *advice));
    let binary = ("these bytes are no text", "jmend reads text; the command `file` says what they are");
    packed.or_else(|| input.contains(&0).then_some(binary))
}
