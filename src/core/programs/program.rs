//! The checked program: a typed tree whose every node knows its place in the text.
//!
//! What is wrong with a program is found before it runs; evaluation never meets a field of the wrong type. A program
//! owns what it holds, so memory can outlive the text of the turn that filled it.

use super::error::Error;
use super::number::Exact;
use super::value::Value;
use crate::core::json::pointer;
use std::rc::Rc;

/// A program that passed every check.
#[derive(Debug)]
pub struct Program {
    /// Its root.
    pub root: Node,
    pub(super) places: Places,
}

impl Program {
    /// JSON Pointer into the program text for a node's number.
    pub fn pointer(&self, node: u32) -> String {
        self.places.pointer(node)
    }
}

/// A node of the tree.
#[derive(Debug)]
pub struct Node {
    /// Its number, which names its place.
    pub id: u32,
    /// What it does.
    pub kind: Kind,
}

/// A field of an object: evaluated or as it is.
#[derive(Debug)]
pub enum Part {
    /// A map with a member `op`.
    Node(Node),
    /// Anything else.
    Data(Value<'static>),
}

/// What `filter_in` compares with.
#[derive(Debug)]
pub enum Members {
    /// A list, or a map whose names count.
    Data(Value<'static>),
    /// Evaluated once, with the list as current value.
    Node(Node),
    /// An expression that is not valid: data is never checked, so it fails when it is needed.
    Broken(Error),
}

/// The comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `eq`
    Equal,
    /// `neq`
    NotEqual,
    /// `gt`
    Greater,
    /// `gte`
    GreaterOrEqual,
    /// `lt`
    Less,
    /// `lte`
    LessOrEqual,
}

/// The two ends of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The least.
    Least,
    /// The greatest.
    Greatest,
}

/// What `group_by` says of the items of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as the operations of these names")]
pub enum Aggregate {
    Count,
    Sum(Rc<str>),
    Avg(Rc<str>),
    Min(Rc<str>),
    Max(Rc<str>),
}

/// What `cast` makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// A number.
    Number,
    /// A number without a fraction.
    Integer,
    /// A string.
    Text,
    /// `true` or `false`.
    Boolean,
}

/// What a node does. Keys are as in the program text.
#[derive(Debug)]
#[allow(missing_docs, reason = "the table of operations documents each of them")]
pub enum Kind {
    Literal(Value<'static>),
    Load(Rc<str>),
    Var(Rc<str>),
    /// `var` of `__input`
    Input,
    Let {
        name: Rc<str>,
        value: Box<Node>,
        body: Box<Node>,
    },
    If {
        condition: Box<Node>,
        then: Box<Node>,
        otherwise: Box<Node>,
    },
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    Pipe(Vec<Node>),
    /// Fields in byte order of their names. `extract`: an implicit object at the tail of the program, whose member
    /// `result` is the result.
    Object {
        fields: Vec<(Rc<str>, Part)>,
        extract: bool,
    },
    Merge(Vec<Node>),
    Concat(Vec<Node>),
    Zip(Vec<Node>),
    /// `filter` keeps where the condition is true, `reject` where it is false.
    Filter {
        condition: Box<Node>,
        keep: bool,
    },
    Map(Box<Node>),
    Select(Vec<Rc<str>>),
    FilterIn {
        field: Rc<str>,
        members: Box<Members>,
    },
    SortBy {
        path: Vec<Rc<str>>,
        descending: bool,
    },
    GroupBy {
        path: Vec<Rc<str>>,
        aggregates: Vec<(Rc<str>, Aggregate)>,
    },
    Cast {
        to: Cast,
        field: Option<Rc<str>>,
        default: Option<Value<'static>>,
    },
    First,
    Last,
    Nth(usize),
    Take(usize),
    Drop(usize),
    Distinct,
    Count,
    Sum(Rc<str>),
    Avg(Rc<str>),
    /// `min`, `max`, and with `whole` `min_by`, `max_by`.
    Extreme {
        field: Rc<str>,
        end: End,
        whole: bool,
    },
    Compare {
        field: Rc<str>,
        value: Value<'static>,
        comparison: Comparison,
    },
    Contains {
        field: Rc<str>,
        value: Value<'static>,
    },
    In {
        field: Rc<str>,
        value: Value<'static>,
    },
    Keys,
    TypeOf,
    Get {
        path: Vec<Rc<str>>,
        default: Option<Value<'static>>,
    },
    Arithmetic {
        op: Exact,
        left: Box<Node>,
        right: Box<Node>,
    },
    Div {
        left: Box<Node>,
        right: Box<Node>,
    },
    Pct {
        part: Box<Node>,
        whole: Box<Node>,
    },
    Round {
        value: Box<Node>,
        precision: usize,
    },
    Call {
        tool: Rc<str>,
        /// A JSON object, with every digit as it was written: cache keys are exact.
        args: Rc<str>,
    },
}

/// A step from a node to a place inside it.
#[derive(Clone, Debug)]
pub enum Step {
    /// Into a member.
    Member(Rc<str>),
    /// Into an item.
    Item(usize),
}

/// The way from the root of the text to every node: a step and where it started, so that a deep program needs no
/// more room than a flat one.
#[derive(Debug, Default)]
pub struct Places(Vec<(u32, Step)>);

impl Places {
    /// The root of the text.
    pub const ROOT: u32 = 0;

    /// Numbers the place one step further.
    pub fn add(&mut self, from: u32, step: Step) -> u32 {
        self.0.push((from, step));
        self.0.len() as u32
    }

    /// JSON Pointer of a place.
    pub fn pointer(&self, mut place: u32) -> String {
        let mut steps = Vec::new();
        while let Some((from, step)) = place.checked_sub(1).and_then(|at| self.0.get(at as usize)) {
            steps.push(step);
            place = *from;
        }
        let mut out = String::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Member(name) => pointer::push_name(&mut out, name),
                Step::Item(at) => pointer::push_index(&mut out, *at),
            }
        }
        out
    }
}
