//! A file that was found, not named: what does not count in it, whatever the flags say. `keys` has the whole table.

use std::fs;
use std::path::Path;

use super::file::{File, Logs, Said};
use super::keys::{Found, KEYS, Key};

/// Takes out of a file that lies in `folder` what may not count because nothing named it; returns what that was.
pub(super) fn withhold(file: &mut File, folder: &Path) -> Vec<Said<String>> {
    let mut withheld = Vec::new();
    for about in KEYS {
        match (about.found, about.key) {
            (Found::Ignored, Key::FailOnNormalizationFailure) => {
                if let Some(said) = file.top.fail_on_failure.take_if(|said| !said.value) {
                    let clause = format!("`{} = false` does not count", about.name);
                    withheld.push(Said { value: clause, line: said.line });
                }
            }
            (Found::WithoutTexts, Key::LogNormalizations) => {
                if let Some(said) = file.top.log.as_mut().filter(|said| said.value == Logs::Texts) {
                    said.value = Logs::Changes;
                    let clause = format!("`{}` logs no texts", about.name);
                    withheld.push(Said { value: clause, line: said.line });
                }
            }
            (Found::Below, Key::Schema) => {
                for (name, section) in &mut file.tools {
                    let Some(said) = section.schema.take_if(|said| !is_below(folder, &said.value)) else {
                        continue;
                    };
                    let name = crate::report::text::escape(name);
                    let clause =
                        format!("the `{}` of `{name}` is outside of its folder and not read", about.name);
                    withheld.push(Said { value: clause, line: said.line });
                }
            }
            _ => {}
        }
    }
    withheld.sort_by_key(|said| said.line);
    withheld
}

/// Returns whether a file lies in a folder or below, wherever links lead. One that is not there does, by its name.
fn is_below(folder: &Path, path: &Path) -> bool {
    let goes_down = path.is_relative() && path.components().all(|part| part.as_os_str() != "..");
    let real = |path: &Path| fs::canonicalize(path).ok();
    let (Some(file), Some(folder)) = (real(&folder.join(path)), real(folder)) else { return goes_down };
    goes_down && file.starts_with(folder)
}
