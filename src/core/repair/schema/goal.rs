//! Goals: all that a schema says at one place, as a set of its parts. Each set has one number, so that a pair of value
//! and goal is worked on once.

use std::collections::HashMap;

use super::shape::{Id, Kinds, Rest, Shapes, Word};

/// The number of a goal.
pub(super) type Goal = u32;

/// One goal.
struct Entry {
    /// Parts that must all hold, in order of number, with all that they refer to.
    shapes: Vec<Id>,
    /// Unions whose branch is among the parts, by part and position.
    chosen: Vec<(Id, u32)>,
    kinds: Kinds,
    /// The words that all parts allow, where one lists any.
    words: Option<Vec<Word>>,
    /// The first union that no branch was chosen of.
    union: Option<(Id, u32)>,
    /// What is wanted of members that a part names, as far as such came.
    members: Vec<(String, Wanted)>,
    /// What is wanted of items beyond those that a part lists, once that was asked for.
    items: Option<Wanted>,
}

/// What makes a goal the one it is: its parts and its choices.
type Key = (Vec<Id>, Vec<(Id, u32)>);

/// Copies of a key: in the list, and in the table.
const KEY_COPIES: usize = 2;

/// What is wanted of a member.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    /// Nothing known.
    Anything,
    /// No member of this name may be.
    Nothing,
    /// A value like this.
    Value(Goal),
}

impl Wanted {
    /// The goal of a value, where anything is known.
    fn value(self) -> Option<Goal> {
        if let Self::Value(goal) = self { Some(goal) } else { None }
    }
}

/// All goals that records came to so far: they depend on the schema alone.
#[derive(Default)]
pub(super) struct Goals {
    list: Vec<Entry>,
    numbers: HashMap<Key, Goal>,
    /// Counts the bytes that their keys take in memory.
    bytes: usize,
}

impl Goals {
    /// The goal of these parts.
    pub(super) fn of(&mut self, shapes: &Shapes, ids: &[Id]) -> Goal {
        self.with(shapes, ids, Vec::new())
    }

    fn with(&mut self, shapes: &Shapes, ids: &[Id], mut chosen: Vec<(Id, u32)>) -> Goal {
        let all = shapes.closure(ids);
        chosen.sort_unstable();
        let key = (all, chosen);
        if let Some(goal) = self.numbers.get(&key) {
            return *goal;
        }
        let parts = || key.0.iter().map(|id| &shapes.list[*id as usize]);
        let words = parts().filter_map(|shape| shape.words.as_ref()).cloned();
        let words = words.reduce(|all, more| all.into_iter().filter(|word| more.contains(word)).collect());
        let mut kinds = parts().fold(Kinds::ALL, |kinds, shape| kinds.and(shape.kinds));
        if let Some(words) = &words {
            let listed = words.iter().map(|word| Kinds::of(word.kind)).reduce(Kinds::or);
            kinds = kinds.and(listed.unwrap_or(Kinds::ALL));
        }
        let unions = key.0.iter().flat_map(|id| {
            let id = *id;
            (0..shapes.list[id as usize].unions.len() as u32).map(move |at| (id, at))
        });
        let union = unions.into_iter().find(|union| !key.1.contains(union));
        let goal = self.list.len() as Goal;
        self.bytes += size_of::<Entry>()
            + KEY_COPIES * (size_of_val(key.0.as_slice()) + size_of_val(key.1.as_slice()))
            + words.as_deref().map_or(0, size_of_val);
        self.list.push(Entry {
            shapes: key.0.clone(),
            chosen: key.1.clone(),
            kinds,
            words,
            union,
            members: Vec::new(),
            items: None,
        });
        self.numbers.insert(key, goal);
        goal
    }

    /// The types that fit.
    pub(super) fn kinds(&self, goal: Goal) -> Kinds {
        self.list[goal as usize].kinds
    }

    /// The words that fit, where only some do.
    pub(super) fn words(&self, goal: Goal) -> Option<&[Word]> {
        self.list[goal as usize].words.as_deref()
    }

    /// The parts that must all hold.
    pub(super) fn shapes(&self, goal: Goal) -> &[Id] {
        &self.list[goal as usize].shapes
    }

    /// How many unions are decided.
    pub(super) fn choices(&self, goal: Goal) -> usize {
        self.list[goal as usize].chosen.len()
    }

    /// The first union that no branch was chosen of.
    pub(super) fn union(&self, goal: Goal) -> Option<(Id, u32)> {
        self.list[goal as usize].union
    }

    /// Returns whether every scalar of these types is what the goal wants.
    pub(super) fn takes_all(&self, goal: Goal, kinds: Kinds) -> bool {
        let entry = &self.list[goal as usize];
        entry.kinds.has(kinds) && entry.words.is_none() && entry.union.is_none()
    }

    /// Returns the bytes that they take, nearly.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The goal with this branch chosen of a union; `None` chooses none, for a union that is content already.
    pub(super) fn choose(
        &mut self,
        shapes: &Shapes,
        goal: Goal,
        union: (Id, u32),
        branch: Option<Id>,
    ) -> Goal {
        let entry = &self.list[goal as usize];
        let (mut ids, mut chosen) = (entry.shapes.clone(), entry.chosen.clone());
        ids.extend(branch);
        chosen.push(union);
        self.with(shapes, &ids, chosen)
    }

    /// What is wanted of the member `name`.
    pub(super) fn member(&mut self, shapes: &Shapes, goal: Goal, name: &str) -> Wanted {
        self.look_up(shapes, goal, name).0
    }

    /// What is wanted of the value of the member `name`, where a part names it.
    pub(super) fn named(&mut self, shapes: &Shapes, goal: Goal, name: &str) -> Option<Goal> {
        let (wanted, is_named) = self.look_up(shapes, goal, name);
        wanted.value().filter(|_| is_named)
    }

    /// What is wanted of the member `name`, and whether a part names it.
    fn look_up(&mut self, shapes: &Shapes, goal: Goal, name: &str) -> (Wanted, bool) {
        let mut members = self.list[goal as usize].members.iter();
        if let Some((_, wanted)) = members.find(|(known, _)| known == name) {
            return (*wanted, true);
        }
        let (wanted, is_named) = self.find_member(shapes, goal, name);
        // There is no end of names that no part has.
        if is_named {
            self.list[goal as usize].members.push((name.to_owned(), wanted));
        }
        (wanted, is_named)
    }

    /// The same, and whether a part names it.
    fn find_member(&mut self, shapes: &Shapes, goal: Goal, name: &str) -> (Wanted, bool) {
        let (mut ids, mut is_named) = (Vec::new(), false);
        for id in &self.list[goal as usize].shapes {
            let shape = &shapes.list[*id as usize];
            match shape.properties.iter().find(|(known, _)| known == name) {
                Some((_, id)) => {
                    ids.push(*id);
                    is_named = true;
                }
                None if shape.has_patterns => {}
                None => match shape.rest {
                    Rest::Anything => {}
                    Rest::Nothing => return (Wanted::Nothing, false),
                    Rest::Values(id) => ids.push(id),
                },
            }
        }
        (if ids.is_empty() { Wanted::Anything } else { Wanted::Value(self.of(shapes, &ids)) }, is_named)
    }

    /// What is wanted of the item at `index`, where anything is.
    pub(super) fn item(&mut self, shapes: &Shapes, goal: Goal, index: usize) -> Option<Goal> {
        let of_part = |id: &Id| {
            let shape = &shapes.list[*id as usize];
            shape.prefix.get(index).or(shape.items.as_ref()).copied()
        };
        let entry = &self.list[goal as usize];
        let is_listed = entry.shapes.iter().any(|id| index < shapes.list[*id as usize].prefix.len());
        if let Some(items) = entry.items.filter(|_| !is_listed) {
            return items.value();
        }
        let ids: Vec<Id> = entry.shapes.iter().filter_map(of_part).collect();
        let item = (!ids.is_empty()).then(|| self.of(shapes, &ids));
        if !is_listed {
            self.list[goal as usize].items = Some(item.map_or(Wanted::Anything, Wanted::Value));
        }
        item
    }
}
