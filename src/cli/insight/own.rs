//! Lines that this program wrote: reports and log lines.

use super::facts::{Found, Own, scalar};
use super::read::{Judged, Line, One, Reading, tally};
use crate::core::json::value::Value;
use crate::core::json::{MAX_DEPTH, parse};
use crate::core::repair::engine::{Risk, Strategy};
use crate::report::insight::codes::CodeId;
use crate::report::insight::counts::Outcome;
use crate::report::insight::sample::{at, pair, remark};
use crate::report::insight::{Insight, PROVIDER};

/// What `normalized` and `not normalized` are logged under.
const LOGGED: &str = "jmend::normalization";

impl Reading {
    /// A line of `--report`.
    pub(super) fn reported(&self, text: &[u8], found: &Found, line: &Line<'_>, insight: &mut Insight) {
        let own = |own| found.own(text, own);
        let tool = own(Own::Format).and_then(|_| own(Own::Name)).and_then(scalar);
        let is_cut = own(Own::Truncated) == Some(b"true");
        let one = One { line, tool: tool.as_deref(), text };
        if own(Own::Ok) != Some(b"true") {
            let error = own(Own::Error).and_then(value);
            let part = |name| error.as_ref().and_then(|error| error.get(name)?.text());
            let code = part("code").unwrap_or_default();
            let example = || Vec::from([remark(&part("message").unwrap_or_default())]);
            return self.refused(insight, one, &code, example);
        }
        let risk = own(Own::Risk).and_then(scalar);
        let risk = [Risk::Syntax, Risk::Inferred, Risk::Lossy]
            .into_iter()
            .find(|known| risk.as_deref() == Some(known.name()));
        let mut codes = Vec::new();
        let fixes = own(Own::Fixes).filter(|fixes| fixes.len() > 2).and_then(value);
        let fixes: &[Value<'_>] = match &fixes {
            Some(Value::Array(fixes)) => fixes,
            _ => &[],
        };
        let code_of =
            |fix: &Value<'_>| fix.get("code").and_then(Value::text).map(|code| CodeId::named(&code));
        for code in fixes.iter().filter_map(code_of) {
            tally(&mut codes, code);
        }
        self.count(insight, one, &Judged { outcome: Outcome::of(risk), is_cut, codes: &codes }, |code| {
            let fix = fixes.iter().find(|fix| code_of(fix) == Some(code));
            let said = |name| fix.and_then(|fix| fix.get(name)).and_then(Value::text);
            let mut pieces: Vec<_> =
                said("path").map(|path| remark(&format!("at {path}: "))).into_iter().collect();
            pieces.extend(pair(None, said("replacement").as_deref(), self.redact));
            pieces.push(remark(" in "));
            pieces.extend(at(own(Own::Value).unwrap_or_default(), 0, self.redact));
            pieces
        });
    }

    /// A log line of this program.
    pub(super) fn logged(&self, text: &[u8], found: &Found, mut line: Line<'_>, insight: &mut Insight) {
        let is_answer = found.own(text, Own::Target).and_then(scalar).as_deref() == Some(LOGGED);
        let Some(fields) = found.own(text, Own::Fields).and_then(value).filter(|_| is_answer) else {
            insight.skipped += 1;
            return;
        };
        let said = |name| fields.get(name).and_then(Value::text);
        if let (Some(at), Some(provider)) = (self.dimension_of(PROVIDER), said("provider")) {
            line.facts.names[at] = Some(provider);
        }
        let strategy = said("strategy").unwrap_or_default();
        let outcome = match &*strategy {
            "direct" => Outcome::Valid,
            other if other == Strategy::Failed.name() || other.is_empty() => Outcome::Refused,
            _ => Outcome::Unrated,
        };
        let names = said("fixes").or_else(|| said("error")).unwrap_or_default();
        let mut codes = Vec::new();
        for name in names.split(',').filter(|name| !name.is_empty()) {
            let of = if outcome == Outcome::Refused { CodeId::refusal } else { CodeId::named };
            tally(&mut codes, of(name));
        }
        let is_cut = names.split(',').any(|name| matches!(name, "truncated" | "cut-off" | "call-cut-off"));
        let tool = said("tool");
        let one = One { line: &line, tool: tool.as_deref(), text };
        self.count(insight, one, &Judged { outcome, is_cut, codes: &codes }, |_| {
            pair(said("original").as_deref(), said("normalized").as_deref(), self.redact)
        });
    }

    fn dimension_of(&self, name: &str) -> Option<usize> {
        self.dimensions.iter().position(|dimension| dimension == name)
    }
}

fn value(bytes: &[u8]) -> Option<Value<'_>> {
    parse(std::str::from_utf8(bytes).ok()?, MAX_DEPTH).ok()
}
