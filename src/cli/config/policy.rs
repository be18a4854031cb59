//! What is in force: a flag beats the file; in the file a tool beats its provider, and a provider what stands at the top;
//! where nobody says anything the default holds. Every setting knows where it comes from.

use std::path::PathBuf;

use super::super::console::{Console, Severity};
use super::super::options::{self, RepairArgs};
use super::super::repair::OnError;
use super::file::{File, Said, Section};
use super::{ConfigArgs, Loaded, warn_of_misspelling};
use crate::core::repair::{Options, Risk, Strategies, Truncated};

/// Where a setting comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Nobody said anything.
    Default,
    /// This line of the file.
    Line(usize),
    /// This flag.
    Flag(&'static str),
}

/// A setting that is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InForce<T> {
    pub(super) value: T,
    pub(super) origin: Origin,
}

/// The settings of a run.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    args: RepairArgs,
    pub(super) loaded: Option<Loaded>,
}

impl Policy {
    /// Reads the configuration, where there is one.
    pub(crate) fn new(args: &RepairArgs, console: Console) -> anyhow::Result<Self> {
        Ok(Self { args: args.clone(), loaded: args.config.load(console)? })
    }

    /// Tells whoever names a tool that is nearly one of the configuration, whose settings do not apply then.
    pub(crate) fn warn_of_tool(&self, name: &str, console: Console) {
        if let Some(loaded) = &self.loaded {
            warn_of_misspelling(loaded, "tool", &loaded.file.tools, name, console);
        }
    }

    /// Whose output this is.
    pub(crate) fn provider(&self) -> Option<&str> {
        let ConfigArgs { provider, .. } = &self.args.config;
        provider.as_deref()
    }

    /// May anything be repaired? Otherwise bytes pass through untouched.
    pub(crate) fn is_enabled(&self) -> bool {
        self.enabled().value
    }

    /// One clause about who disabled the repair.
    pub(crate) fn why_disabled(&self) -> String {
        let place = match (self.enabled().origin, &self.loaded) {
            (Origin::Line(line), Some(loaded)) => format!("{}:{line}: ", loaded.name()),
            _ => String::new(),
        };
        match self.provider() {
            Some(name) => format!("{place}repair is disabled for the provider `{name}`"),
            None => format!("{place}repair is disabled"),
        }
    }

    /// Is a record that cannot be mended a failure of the run?
    pub(crate) fn fails_on_failure(&self) -> bool {
        self.fail_on_failure().value
    }

    /// What becomes of a record that cannot be mended, where no flag says, and how grave it is: one that is no failure
    /// goes on as it came, as a JSON string, for it must not be lost.
    pub(crate) fn on_failure(&self) -> (OnError, Severity) {
        if self.fails_on_failure() {
            (OnError::Skip, Severity::Error)
        } else {
            (OnError::Raw, Severity::Warning)
        }
    }

    /// Is every normalization logged?
    pub(crate) fn logs(&self) -> bool {
        self.log().value
    }

    /// How far a repair may go for records of this tool, where one is known; `truncated` is what holds where nobody
    /// says what becomes of cut-off input.
    pub(crate) fn options(&self, tool: Option<&str>, truncated: Truncated) -> Options {
        Options {
            max_depth: self.args.max_depth(),
            max_risk: self.max_risk(tool).value,
            select: self.args.select(),
            strategies: self.strategies().value,
            truncated: self.truncated(tool, truncated).value,
        }
    }

    /// The format of calls that the provider writes, where that is configured.
    pub(crate) fn call_format(&self) -> Option<&'static str> {
        self.said_call_format().map(|said| said.value)
    }

    /// The tools that something is said about.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &str> {
        self.file().into_iter().flat_map(|file| file.tools.keys().map(String::as_str))
    }

    /// The file with the schema of a tool's arguments, where one is configured; its path begins where the configuration
    /// lies.
    pub(crate) fn schema(&self, tool: &str) -> Option<PathBuf> {
        let said = self.tool(tool)?.schema.as_ref()?;
        let folder = self.loaded.as_ref()?.path.parent()?;
        Some(folder.join(&said.value))
    }

    /// What is said about a tool.
    pub(crate) fn tool(&self, name: &str) -> Option<&Section> {
        self.file()?.tools.get(name)
    }

    pub(super) fn file(&self) -> Option<&File> {
        self.loaded.as_ref().map(|loaded| &loaded.file)
    }

    fn top(&self) -> Option<&Section> {
        self.file().map(|file| &file.top)
    }

    fn of_provider(&self) -> Option<&Section> {
        self.file()?.providers.get(self.provider()?)
    }

    pub(super) fn enabled(&self) -> InForce<bool> {
        let said = [self.of_provider(), self.top()].map(|section| section?.enabled.as_ref());
        in_force(None, said, true)
    }

    pub(super) fn log(&self) -> InForce<bool> {
        in_force(None, [self.top().and_then(|top| top.log.as_ref())], false)
    }

    pub(super) fn fail_on_failure(&self) -> InForce<bool> {
        in_force(None, [self.top().and_then(|top| top.fail_on_failure.as_ref())], true)
    }

    pub(super) fn max_risk(&self, tool: Option<&str>) -> InForce<Risk> {
        let tool = tool.and_then(|name| self.tool(name));
        let said = [tool, self.of_provider(), self.top()].map(|section| section?.max_risk.as_ref());
        in_force(self.args.max_risk().map(|risk| (risk, "--max-risk")), said, Risk::Lossy)
    }

    pub(super) fn truncated(&self, tool: Option<&str>, default: Truncated) -> InForce<Truncated> {
        let tool = tool.and_then(|name| self.tool(name));
        let said = [tool, self.top()].map(|section| section?.truncated.as_ref());
        in_force(self.args.truncated().map(|wanted| (wanted, "--truncated")), said, default)
    }

    pub(super) fn strategies(&self) -> InForce<Strategies> {
        let said = [self.of_provider().and_then(|provider| provider.strategies.as_ref())];
        in_force(self.args.strategies().map(|wanted| (wanted, "--strategies")), said, options::ALL)
    }

    pub(super) fn said_call_format(&self) -> Option<&Said<&'static str>> {
        self.of_provider()?.call_format.as_ref()
    }
}

/// The first that is said, in the order of precedence.
fn in_force<T: Copy, const N: usize>(
    flag: Option<(T, &'static str)>,
    said: [Option<&Said<T>>; N],
    default: T,
) -> InForce<T> {
    if let Some((value, flag)) = flag {
        return InForce { value, origin: Origin::Flag(flag) };
    }
    match said.into_iter().flatten().next() {
        Some(said) => InForce { value: said.value, origin: Origin::Line(said.line) },
        None => InForce { value: default, origin: Origin::Default },
    }
}
