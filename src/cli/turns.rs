//! What threads do at the same time, in the order in which it was begun.

use std::collections::VecDeque;

/// Turns that were begun and not taken out yet.
#[derive(Debug)]
pub(super) struct Turns<T> {
    /// The number of the first.
    first: usize,
    /// `None` is not done yet.
    turns: VecDeque<Option<T>>,
}

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Self { first: 0, turns: VecDeque::new() }
    }
}

impl<T> Turns<T> {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// Begins the next turn; its number is what `done` wants.
    pub(super) fn begin(&mut self) -> usize {
        self.turns.push_back(None);
        self.first + self.turns.len() - 1
    }

    /// What came of a turn that was begun and is not done.
    pub(super) fn done(&mut self, number: usize, turn: T) {
        self.turns[number - self.first] = Some(turn);
    }

    /// Takes out the first turn, if it is done.
    pub(super) fn next(&mut self) -> Option<T> {
        self.turns.front()?.as_ref()?;
        self.first += 1;
        self.turns.pop_front()?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_come_out_in_the_order_they_began() {
        let mut turns = Turns::default();
        let begun: Vec<_> = (0..3).map(|_| turns.begin()).collect();
        turns.done(begun[1], "b");
        assert_eq!(turns.next(), None);
        turns.done(begun[0], "a");
        assert_eq!((turns.next(), turns.next(), turns.next()), (Some("a"), Some("b"), None));
        let last = turns.begin();
        turns.done(last, "d");
        assert_eq!((turns.next(), turns.len()), (None, 2));
        turns.done(begun[2], "c");
        assert_eq!((turns.next(), turns.next(), turns.len()), (Some("c"), Some("d"), 0));
    }
}
