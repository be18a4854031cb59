//! The engine for the page, without any binding: a caller asks for memory, writes a text into it, and calls `repair`, `calls` or
//! `explain`. Each takes over the memory of its texts, and gives back memory with its answer, as `length << 32 | address`; `give_back`
//! frees that. This file has all of the unsafe code.

use jmend::Tools;
use jmend::records::{self, Reading};

/// Returns memory for a text of `len` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn take(len: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; len].into_boxed_slice()).cast()
}

/// Frees an answer.
///
/// # Safety
/// `at` and `len` are those of an answer or of `take`, and nothing else has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn give_back(at: *mut u8, len: usize) {
    // SAFETY: as the caller promises.
    drop(unsafe { owned(at, len) });
}

/// Returns the line of the record, and after it the value in lines.
///
/// # Safety
/// `at` and `len` are those of `take`, and nothing else has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn repair(at: *mut u8, len: usize) -> u64 {
    // SAFETY: as the caller promises.
    let text = unsafe { owned(at, len) };
    let reading = Reading::of(&text);
    let mut answer = reading.record();
    answer.append(&mut reading.value());
    answered(answer)
}

/// Returns the explanation as a JSON object.
///
/// # Safety
/// `at` and `len` are those of `take`, and nothing else has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn explain(at: *mut u8, len: usize) -> u64 {
    // SAFETY: as the caller promises.
    let text = unsafe { owned(at, len) };
    answered(Reading::of(&text).explanation())
}

/// Returns a line for each call and each block that is not one; where the list of tools cannot be read, an empty line and the reason. An
/// empty list of tools is none.
///
/// # Safety
/// Both pairs are those of `take`, and nothing else has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calls(at: *mut u8, len: usize, tools_at: *mut u8, tools_len: usize) -> u64 {
    // SAFETY: as the caller promises.
    let (text, tools) = unsafe { (owned(at, len), owned(tools_at, tools_len)) };
    let tools = String::from_utf8_lossy(&tools);
    if tools.trim().is_empty() {
        return answered(records::calls(&text, None));
    }
    answered(match Tools::parse(&tools) {
        Ok(tools) if tools.is_empty() => b"\nthere is no definition of a tool in this list".to_vec(),
        Ok(tools) => records::calls(&text, Some(&tools)),
        Err(error) => format!("\n{error} (byte {})", error.offset).into_bytes(),
    })
}

/// Takes over the memory of a text.
///
/// # Safety
/// `at` and `len` are those of `take` or of an answer, and nothing else has them.
unsafe fn owned(at: *mut u8, len: usize) -> Box<[u8]> {
    // SAFETY: `Box::into_raw` gave this address for a slice of this length.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, len)) }
}

fn answered(answer: Vec<u8>) -> u64 {
    let answer = Box::into_raw(answer.into_boxed_slice());
    ((answer.len() as u64) << 32) | answer.cast::<u8>() as u64
}
