//! The layers of an agent that tools may be exposed to.

use std::collections::BTreeMap;

/// Who may see a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The provider's own tool calling.
    Native,
    /// Programs.
    PtcLisp,
    /// Either.
    Both,
}

impl Layer {
    /// The name in tool files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::PtcLisp => "ptc_lisp",
            Self::Both => "both",
        }
    }

    /// Returns whether `asking` may see a tool that is exposed to this layer.
    pub(in crate::core) fn admits(self, asking: Self) -> bool {
        self == asking || self == Self::Both
    }

    /// The layer of this name.
    pub(in crate::core) fn from_name(name: &str) -> Option<Self> {
        [Self::Native, Self::PtcLisp, Self::Both].into_iter().find(|layer| layer.name() == name)
    }
}

/// Names of tools that a layer may not see, with the layer that may.
pub type Hidden = BTreeMap<String, Layer>;
