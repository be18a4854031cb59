//! `jmend learn`: settings from reports.

use crate::common::lines::{NO_FILES, Row, holds};

/// Reports suggest the settings that would have helped.
#[test]
fn settings_are_learned_from_reports() {
    let nested =
        r#"{"ok":true,"value":{},"strategy":"python_ast","fixes":[{"code":"nested-text","path":"/ops/0"}]}"#;
    let unfit = r#"{"ok":false,"error":{"code":"schema","violations":[{"keyword":"additionalProperties","message":"Additional properties are not allowed ('file' was unexpected)"},{"keyword":"required","message":"\"path\" is a required property"}]},"strategy":"failed"}"#;
    let input = format!("{nested}\n{unfit}\nno report\n").repeat(3).leak();
    holds(&[
        Row {
            files: NO_FILES,
            args: &["learn", "--tool", "edit"],
            input,
            status: 0,
            out: "# 6 records, 3 refused; 3 lines are no reports.\n\n\
                  # Strategies by records: ast 3, regex 0, structural 0, manual 0.\nstrategies = [\"ast\"]\n\n\
                  # 6 records.\n[tools.\"edit\"]\n\
                  # 3 records have \"file\", which is not known, and lack \"path\".\naliases = { \"file\" = \"path\" }\n\
                  # 3 strings at \"ops\" held JSON or Python.\njson_keys = [\"ops\"]",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["learn", "--least", "4"],
            input,
            status: 0,
            out: "# 6 records, 3 refused; 3 lines are no reports.",
            err: &[],
        },
        // A line that is longer than it may be is no report.
        Row {
            files: NO_FILES,
            args: &["learn", "--max-bytes", "40"],
            input: "{\"ok\":true,\"strategy\":\"direct\"}\n{\"ok\":true,\"value\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}\n",
            status: 0,
            out: "# 1 records, 0 refused; 1 lines are no reports.",
            err: &[],
        },
        Row {
            files: NO_FILES,
            args: &["learn"],
            input: "text\n",
            status: 1,
            out: "# 0 records, 0 refused; 1 lines are no reports.",
            err: &["there is no report"],
        },
    ]);
}
