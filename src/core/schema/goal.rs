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
}

/// What makes a goal the one it is: its parts and its choices.
type Key = (Vec<Id>, Vec<(Id, u32)>);

/// What is wanted of a member.
pub(super) enum Wanted {
    /// Nothing known.
    Anything,
    /// No member of this name may be.
    Nothing,
    /// A value like this.
    Value(Goal),
}

/// All goals of a record.
#[derive(Default)]
pub(super) struct Goals {
    list: Vec<Entry>,
    numbers: HashMap<Key, Goal>,
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
        let goal = self.list.len() as Goal;
        self.list.push(Entry { shapes: key.0.clone(), chosen: key.1.clone(), kinds, words });
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

    /// The unions that no branch was chosen of.
    pub(super) fn unions(&self, shapes: &Shapes, goal: Goal) -> Vec<(Id, u32)> {
        let entry = &self.list[goal as usize];
        let of_part = |id: &Id| {
            let id = *id;
            (0..shapes.list[id as usize].unions.len() as u32).map(move |at| (id, at))
        };
        entry.shapes.iter().flat_map(of_part).filter(|union| !entry.chosen.contains(union)).collect()
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
        let mut ids = Vec::new();
        for id in &self.list[goal as usize].shapes {
            let shape = &shapes.list[*id as usize];
            match shape.properties.iter().find(|(known, _)| known == name) {
                Some((_, id)) => ids.push(*id),
                None if shape.has_patterns => {}
                None => match shape.rest {
                    Rest::Anything => {}
                    Rest::Nothing => return Wanted::Nothing,
                    Rest::Values(id) => ids.push(id),
                },
            }
        }
        if ids.is_empty() { Wanted::Anything } else { Wanted::Value(self.of(shapes, &ids)) }
    }

    /// What is wanted of the item at `index`, where anything is.
    pub(super) fn item(&mut self, shapes: &Shapes, goal: Goal, index: usize) -> Option<Goal> {
        let of_part = |id: &Id| {
            let shape = &shapes.list[*id as usize];
            shape.prefix.get(index).or(shape.items.as_ref()).copied()
        };
        let ids: Vec<Id> = self.list[goal as usize].shapes.iter().filter_map(of_part).collect();
        (!ids.is_empty()).then(|| self.of(shapes, &ids))
    }
}
