mod model;
mod rules;
mod search;
mod text;
