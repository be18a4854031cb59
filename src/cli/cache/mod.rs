//! `jmend cache`: what lies in a cache directory.
//!
//! | file | promise |
//! |---|---|
//! | `args` | the flags: which directory, which results |
//! | `look` | `get`, `has`, `ls`, `stat`: nothing is changed |
//! | `clean` | `rm`, `gc`: under the lock of the directory |

mod args;
mod clean;
mod look;

use super::console::Console;
use super::exit::Exit;
use args::Action;
pub(super) use args::Args;

pub(super) fn run(args: &Args, console: Console) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Get(wanted) => look::get(wanted, console),
        Action::Has(wanted) => look::has(wanted),
        Action::Ls(listed) => look::ls(listed),
        Action::Stat(directory) => look::stat(directory),
        Action::Rm(removed) => clean::rm(removed, console),
        Action::Gc(limits) => clean::gc(limits),
    }
}
