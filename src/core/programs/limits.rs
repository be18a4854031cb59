//! What a run may take: time, memory, depth. Checked inside every loop.
//!
//! The core has no clock: the caller of a run hands in a question, `expired`, that is asked every `STRIDE` steps.
//! Memory is what the values that a program builds take while they live; values of the context are free.

use super::error::{Error, ErrorKind, Evaluated};
use super::sort::positions;
use super::value::{Big, List, Map, Name, Value};
use std::cell::Cell;
use std::rc::Rc;

/// Bounds of a run, without the time, which `expired` knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the values that a program builds.
    pub max_memory: usize,
    /// Levels of nesting in programs and values.
    pub max_depth: usize,
    /// Says whether ordering values of several types is an error.
    pub strict_types: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_memory: 64 << 20, max_depth: crate::core::json::MAX_DEPTH, strict_types: false }
    }
}

impl Limits {
    /// Bytes of stack that checking, evaluating, comparing, writing and dropping may need under these limits: the
    /// caller starts its thread with this much. One level takes less than half of what is reckoned, in any build.
    pub fn stack(&self) -> usize {
        (1 << 20) + self.max_depth * (16 << 10)
    }
}

/// Steps between two looks at the clock; a step is an item, a member or a node: some 10 to 1000 nanoseconds.
pub const STRIDE: u32 = 512;

/// Counts the bytes of living values.
#[derive(Clone, Debug)]
pub struct Meter(Rc<Account>);

#[derive(Debug)]
struct Account {
    used: Cell<usize>,
    limit: usize,
}

/// Bytes that a value holds on a meter, given back when it is dropped.
#[derive(Debug)]
pub struct Charge {
    meter: Option<Meter>,
    bytes: usize,
}

impl Charge {
    /// For values that cost nothing.
    pub fn none() -> Self {
        Self { meter: None, bytes: 0 }
    }

    /// Takes this much more; fails before it is allocated.
    fn grow(&mut self, bytes: usize) -> Evaluated<()> {
        let Some(meter) = &self.meter else { return Ok(()) };
        let account = &meter.0;
        let used = account.used.get().saturating_add(bytes);
        if used > account.limit {
            return Err(Error::boxed(
                ErrorKind::Memory,
                format!("the program's values take more than {} bytes", account.limit),
            ));
        }
        account.used.set(used);
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        if let Some(meter) = &self.meter {
            meter.0.used.set(meter.0.used.get().saturating_sub(self.bytes));
        }
    }
}

/// What is left of the limits of a run.
pub struct Budget<'c> {
    expired: &'c mut dyn FnMut() -> bool,
    countdown: u32,
    meter: Meter,
    max_depth: usize,
    is_strict: bool,
}

impl<'c> Budget<'c> {
    /// Returns whether ordering values of several types is an error.
    pub(super) fn is_strict(&self) -> bool {
        self.is_strict
    }

    /// A fresh budget. `expired` answers whether the time is up.
    pub fn new(limits: Limits, expired: &'c mut dyn FnMut() -> bool) -> Self {
        let meter = Meter(Rc::new(Account { used: Cell::new(0), limit: limits.max_memory }));
        Self {
            expired,
            countdown: STRIDE,
            meter,
            max_depth: limits.max_depth,
            is_strict: limits.strict_types,
        }
    }

    /// One step of work; fails when the time is up.
    #[inline]
    pub fn step(&mut self) -> Evaluated<()> {
        self.countdown -= 1;
        if self.countdown == 0 { self.look() } else { Ok(()) }
    }

    /// Work on so many bytes at once.
    #[inline]
    pub fn steps_for(&mut self, bytes: usize) -> Evaluated<()> {
        // A step's worth of comparing or copying; the counter stays above zero for `step`.
        let steps = u32::try_from(bytes / 256).unwrap_or(u32::MAX);
        if steps == 0 {
            return Ok(());
        }
        self.countdown = self.countdown.saturating_sub(steps).max(1);
        self.step()
    }

    /// Asks the clock.
    pub fn look(&mut self) -> Evaluated<()> {
        self.countdown = STRIDE;
        if (self.expired)() {
            return Err(Error::boxed(ErrorKind::Timeout, "the program ran out of time"));
        }
        Ok(())
    }

    /// Takes memory for something that lives as long as the charge.
    pub fn charge(&self, bytes: usize) -> Evaluated<Charge> {
        let mut charge = Charge { meter: Some(self.meter.clone()), bytes: 0 };
        charge.grow(bytes)?;
        Ok(charge)
    }

    fn check_depth(&self, depth: u32) -> Evaluated<()> {
        if depth as usize > self.max_depth {
            let message = format!("a value is nested deeper than {} levels", self.max_depth);
            return Err(Error::boxed(ErrorKind::Depth, message));
        }
        Ok(())
    }

    /// Starts a list that is paid for as it grows.
    pub fn list<'a>(&self) -> Evaluated<ListBuilder<'a>> {
        Ok(ListBuilder { items: Vec::new(), depth: 0, charge: self.charge(HEAD)? })
    }

    /// A map of these members.
    pub fn map<'a>(&mut self, entries: Vec<(Name<'a>, Value<'a>)>) -> Evaluated<Value<'a>> {
        // An index has four bytes a member.
        let charge = self.charge(HEAD + entries.capacity() * (size_of::<(Name<'_>, Value<'_>)>() + 4))?;
        let map = Map::build(entries, charge, |entries| {
            positions(entries.len(), |left, right| {
                self.step()?;
                Ok(entries[right as usize].0.as_str() < entries[left as usize].0.as_str())
            })
        })?;
        self.check_depth(map.depth)?;
        Ok(Value::Map(Rc::new(map)))
    }

    /// An integer of these digits.
    pub fn big<'a>(&self, digits: String) -> Evaluated<Value<'a>> {
        let charge = self.charge(HEAD + digits.len())?;
        Ok(Value::Big(Rc::new(Big { digits: digits.into_boxed_str(), charge })))
    }
}

/// What a container takes besides its items, the allocator's share included.
const HEAD: usize = 96;

/// A list that is being built.
pub struct ListBuilder<'a> {
    items: Vec<Value<'a>>,
    depth: u32,
    charge: Charge,
}

impl<'a> ListBuilder<'a> {
    /// Makes room for exactly this many more items.
    pub fn reserve(&mut self, more: usize) -> Evaluated<()> {
        let free = self.items.capacity() - self.items.len();
        if more > free {
            self.charge.grow((more - free).saturating_mul(size_of::<Value<'_>>()))?;
            self.items.reserve_exact(more);
        }
        Ok(())
    }

    /// Appends an item.
    #[inline]
    pub fn push(&mut self, item: Value<'a>) -> Evaluated<()> {
        if self.items.len() == self.items.capacity() {
            self.reserve(self.items.len().max(4))?;
        }
        self.depth = self.depth.max(item.depth());
        self.items.push(item);
        Ok(())
    }

    /// The list.
    pub fn finish(self, budget: &Budget<'_>) -> Evaluated<Value<'a>> {
        let depth = self.depth + 1;
        budget.check_depth(depth)?;
        Ok(Value::List(Rc::new(List { items: self.items, depth, charge: self.charge })))
    }
}
