use std::path::Path;

use jmend::cli::dialects;
use jmend::core::repair::dialect::Dialect;

#[test]
fn names_tell_the_dialects_of_files() {
    for (dialect, names) in [
        (
            Some(Dialect::Json),
            "a.json b/A.JSON x.jsonl x.ndjson map.geojson n.ipynb .prettierrc.json vscode/a.json package.json",
        ),
        (
            Some(Dialect::Jsonc),
            "tsconfig.json a/tsconfig.base.json base.tsconfig.json jsconfig.json tslint.json x.jsonc .eslintrc \
             .eslintrc.json .vscode/settings.json a/.vscode/tasks.json p.code-workspace deno.json biome.json \
             .devcontainer/devcontainer.json turbo.json api-extractor.json language-configuration.json",
        ),
        (Some(Dialect::Json5), "x.json5 A.JSON5 renovate.json .babelrc"),
        (None, "app.py README.md Cargo.toml Cargo.lock json x.json.bak tsconfig.md .vscode/a.md .json"),
    ] {
        for name in names.split_whitespace() {
            assert_eq!(dialects::of(Path::new(name)), dialect, "{name}");
        }
    }
}
