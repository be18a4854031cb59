//! The tools of `eval-json`: fixed values, commands, and results in a cache directory.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;

use super::cache::{Cache, Shelf};
use super::inputs::{Assignment, parse_assignment, parse_command};
use crate::cli::command::{self, NoAnswer, Words};
use crate::core::programs::{self, Evaluated, Limits, Tools, Value, tool};

/// Where the results of tools come from; flattened into the commands whose programs call them.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ToolArgs {
    /// Define a tool that always returns this value: JSON, or @FILE
    #[arg(long = "define-tool", alias = "tool", value_name = "NAME=VAL", value_parser = parse_assignment)]
    pub(super) tool: Vec<Assignment>,
    /// A tool that is a command: arguments as JSON on its input, the result as JSON on its output. CMD is split into
    /// words as a shell would, quotes respected, and run without a shell; for one, say `NAME=sh -c '…'`
    #[arg(long, value_name = "NAME=CMD", value_parser = parse_command)]
    pub(super) tool_command: Vec<(String, Words)>,
    /// Where the results of all other tools are found by their cache keys, as `jmend preview --cache-dir` stores them
    #[arg(long, value_name = "DIR")]
    pub(super) cache_dir: Option<PathBuf>,
    /// What else cached results depend on, as `preview --namespace` has it
    #[arg(long, value_name = "NS", requires = "cache_dir")]
    pub(super) namespace: Option<String>,
}

impl ToolArgs {
    /// The texts of `--define-tool`, by the names of the tools.
    pub(in crate::cli) fn fixed(&self, max_bytes: u64) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        self.tool.iter().map(|given| Ok((given.name().to_owned(), given.text(max_bytes)?))).collect()
    }

    /// The tools. `fixed` are the values of `--define-tool`; a result has at most `max_bytes`.
    pub(in crate::cli) fn tools<'a>(
        &self,
        fixed: Vec<(String, Value<'a>)>,
        texts: &'a Shelf,
        max_bytes: u64,
        limits: Limits,
    ) -> CliTools<'a> {
        let namespace = self.namespace.as_deref();
        let cache = |directory| Cache::new(directory, namespace, texts, max_bytes, limits.max_depth);
        CliTools {
            cache: self.cache_dir.as_deref().map(cache),
            commands: self
                .tool_command
                .iter()
                .map(|(name, Words(words))| (name.clone(), words.clone()))
                .collect(),
            deadline: None,
            fixed: fixed.into_iter().collect(),
            limits,
            room: limits.max_memory,
        }
    }
}

/// Tools as the flags name them. Of one name, a fixed value goes before a command, and a command before the cache.
pub(in crate::cli) struct CliTools<'a> {
    cache: Option<Cache<'a>>,
    commands: HashMap<String, Vec<String>>,
    /// When the running program must be done.
    deadline: Option<Instant>,
    fixed: HashMap<String, Value<'a>>,
    limits: Limits,
    /// Bytes that the commands of the running program may still return.
    room: usize,
}

impl<'a> CliTools<'a> {
    /// A program begins.
    pub(in crate::cli) fn start(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        self.room = self.limits.max_memory;
    }

    /// The result of a call that need not be made: a fixed value, or one in the cache.
    pub(in crate::cli) fn known(&mut self, tool: &str, args: &str) -> Option<Value<'a>> {
        if let Some(value) = self.fixed.get(tool) {
            return Some(value.clone());
        }
        if self.commands.contains_key(tool) {
            return None;
        }
        self.cache.as_mut()?.result(tool, args).ok()
    }

    fn command(&mut self, tool: &str, words: &[String], args: &str) -> Evaluated<Value<'a>> {
        let answer =
            command::run(words, args.to_owned(), self.deadline, self.room).map_err(
                |failure| match failure {
                    NoAnswer::Timeout(_) => tool::timeout(tool),
                    NoAnswer::TooLong => tool::too_large(tool, self.limits.max_memory),
                    NoAnswer::Broken(message) => tool::raised(tool, &message),
                },
            )?;
        let text =
            std::str::from_utf8(&answer.output).map_err(|_| tool::raised(tool, "its output is not UTF-8"))?;
        if let Some(complaint) = answer.complaint {
            self.room = self.room.saturating_sub(text.len());
            // A command that fails and still says something in JSON says why it failed.
            return Err(match tool::value(text, self.limits.max_depth) {
                Ok(reason) => tool::failed(tool, programs::to_json(&reason)),
                Err(_) => tool::raised(tool, &complaint),
            });
        }
        tool::answer(tool, text, &mut self.room, &self.limits)
    }
}

impl<'a> Tools<'a> for CliTools<'a> {
    fn call(&mut self, tool: &str, args: &str) -> Evaluated<Option<Value<'a>>> {
        if let Some(value) = self.fixed.get(tool) {
            return Ok(Some(value.clone()));
        }
        if let Some(words) = self.commands.get(tool).cloned() {
            tracing::info!(tool, command = ?words, "calling");
            return self.command(tool, &words, args).map(Some);
        }
        match &mut self.cache {
            Some(cache) => cache.result(tool, args).map(Some),
            None => Ok(None),
        }
    }

    fn names(&self) -> Vec<&str> {
        self.fixed.keys().chain(self.commands.keys()).map(String::as_str).collect()
    }
}
