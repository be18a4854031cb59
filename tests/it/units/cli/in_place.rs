use std::path::Path;

use jmend::cli::in_place::*;

#[test]
fn names_tell_what_files_hold() {
    for (kind, names) in [
        (Kind::Json, "a.json b/A.JSON x.jsonl x.ndjson map.geojson n.ipynb .prettierrc.json vscode/a.json"),
        (
            Kind::Jsonc,
            "tsconfig.json a/tsconfig.base.json jsconfig.json x.jsonc x.json5 .eslintrc .eslintrc.json \
             .vscode/settings.json a/.vscode/tasks.json p.code-workspace .devcontainer/devcontainer.json",
        ),
        (
            Kind::Other,
            "app.py README.md Cargo.toml Cargo.lock json x.json.bak tsconfig.md .vscode/a.md .json",
        ),
    ] {
        for name in names.split_whitespace() {
            assert_eq!(Kind::of(Path::new(name)), kind, "{name}");
        }
    }
}
