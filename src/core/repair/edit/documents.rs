//! Where the documents of a record lie. Nearly every record is one document, and a list of one takes no memory of its own.

use std::ops::{Deref, Range};

use crate::core::json::{is_space, skip_space};

/// A list of places in a text, in ascending order.
#[derive(Clone, Debug)]
pub struct Documents(Places);

#[derive(Clone, Debug)]
enum Places {
    One([Range<usize>; 1]),
    Several(Vec<Range<usize>>),
}

impl Documents {
    /// One document.
    #[inline]
    pub(crate) fn one(place: Range<usize>) -> Self {
        Self(Places::One([place]))
    }

    /// The one that is all of this text, without the white space of JSON around it.
    #[inline]
    pub(crate) fn whole(text: &str) -> Self {
        let blanks = text.bytes().rev().take_while(|byte| is_space(*byte)).count();
        Self::one(skip_space(text.as_bytes(), 0)..text.len() - blanks)
    }
}

impl Deref for Documents {
    type Target = [Range<usize>];

    #[inline]
    fn deref(&self) -> &[Range<usize>] {
        match &self.0 {
            Places::One(place) => place,
            Places::Several(places) => places,
        }
    }
}

impl FromIterator<Range<usize>> for Documents {
    fn from_iter<I: IntoIterator<Item = Range<usize>>>(places: I) -> Self {
        let mut places = places.into_iter();
        match (places.next(), places.next()) {
            (Some(one), None) => Self::one(one),
            (first, second) => Self(Places::Several(first.into_iter().chain(second).chain(places).collect())),
        }
    }
}

impl<'d> IntoIterator for &'d Documents {
    type Item = &'d Range<usize>;
    type IntoIter = std::slice::Iter<'d, Range<usize>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
