//! What is typed and pasted at a terminal.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::tcgetattr;

/// A long answer that is pasted into a terminal comes through whole, and the terminal is as it was afterwards.
#[test]
fn a_paste_of_any_length_comes_through() {
    let answer = format!("{{'text': '{}', 'control': '\\u0004'}}", "x\u{e9}".repeat(70_000));
    assert!(answer.len() > 200_000);
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("a terminal");
    let name = ptsname(&terminal, Vec::new()).expect("a name").into_string().expect("UTF-8");
    let open = || fs::OpenOptions::new().read(true).write(true).open(&name).expect("a terminal");
    let before = tcgetattr(open()).expect("modes").local_modes;
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("jmend"))
        .args(["repair", "--no-config"])
        .stdin(open())
        .stdout(std::process::Stdio::piped())
        .stderr(open())
        .spawn()
        .expect("it runs");
    let mut screen = fs::File::from(terminal.try_clone().expect("a terminal"));
    let (ready, is_ready) = std::sync::mpsc::channel();
    let shown = std::thread::spawn(move || {
        let (mut all, mut bytes) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            all.extend_from_slice(&bytes[..count]);
            if all.windows(8).any(|part| part == b"\x1b[?2004h") {
                let _ = ready.send(());
            }
            if all.ends_with(b"\x1b[?2004l") {
                break;
            }
        }
        all
    });
    is_ready.recv().expect("the terminal is taken over");
    let mut keyboard = fs::File::from(terminal);
    keyboard.write_all(b"\x1b[200~").expect("written");
    keyboard.write_all(answer.as_bytes()).expect("written");
    keyboard.write_all(b"\x1b[201~\n").expect("written");
    keyboard.write_all(b"wrong\x7f\x7f\x7f\x7f\x7f\x04\x04").expect("written");
    let output = child.stdout.take().expect("a pipe");
    let text = std::io::read_to_string(output).expect("UTF-8");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(text, answer.replace('\'', "\"") + "\n");
    drop(shown);
    assert_eq!(tcgetattr(open()).expect("modes").local_modes, before);
}
