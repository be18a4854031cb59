//! The clipboard: read and written by the platform's own tools, and written through the terminal where there is one.

use std::io::{self, Write};
use std::process::{Command, Stdio};

/// Tools that print the clipboard, and tools that fill it, with their arguments; the first that is there is used.
const PASTE: &[&[&str]] = &[
    &["wl-paste", "--no-newline"],
    &["xclip", "-selection", "clipboard", "-o"],
    &["xsel", "--clipboard", "--output"],
    &["pbpaste"],
    &["powershell.exe", "-NoProfile", "-Command", "Get-Clipboard -Raw"],
];
const COPY: &[&[&str]] = &[
    &["wl-copy"],
    &["xclip", "-selection", "clipboard"],
    &["xsel", "--clipboard", "--input"],
    &["pbcopy"],
    &["clip.exe"],
];

/// What the clipboard holds.
pub(super) fn paste() -> io::Result<Vec<u8>> {
    for words in PASTE {
        let run = Command::new(words[0]).args(&words[1..]).stdin(Stdio::null()).output();
        match run {
            Ok(run) if run.status.success() => return Ok(run.stdout),
            Ok(run) => {
                let said = String::from_utf8_lossy(&run.stderr).trim().to_owned();
                return Err(io::Error::other(format!("{} failed: {said}", words[0])));
            }
            Err(_) => {}
        }
    }
    Err(io::Error::other(format!("no program that reads the clipboard was found ({})", names(PASTE))))
}

/// Puts a text into the clipboard. At a terminal its own sequence (OSC 52) does that, over SSH, too: it is returned, to be
/// written there. Elsewhere a tool does.
pub(super) fn copy(text: &str, is_terminal: bool) -> anyhow::Result<Option<String>> {
    if is_terminal {
        return Ok(Some(format!("\x1b]52;c;{}\x07", base64(text.as_bytes()))));
    }
    for words in COPY {
        let child = Command::new(words[0]).args(&words[1..]).stdin(Stdio::piped()).spawn();
        let Ok(mut child) = child else { continue };
        if let Some(mut input) = child.stdin.take() {
            input.write_all(text.as_bytes())?;
        }
        let status = child.wait()?;
        anyhow::ensure!(status.success(), "{} failed: {status}", words[0]);
        return Ok(None);
    }
    anyhow::bail!("no program that fills the clipboard was found ({})", names(COPY))
}

fn names(tools: &[&[&str]]) -> String {
    tools.iter().map(|words| words[0]).collect::<Vec<_>>().join(", ")
}

/// Base64 with padding (RFC 4648, section 4).
pub fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let group = chunk
            .iter()
            .chain([0, 0].iter())
            .take(3)
            .fold(0_u32, |group, byte| group << 8 | u32::from(*byte));
        for index in 0..4 {
            let digit = ALPHABET[(group >> (18 - 6 * index) & 63) as usize];
            out.push(if index <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}
