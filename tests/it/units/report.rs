mod diff;
mod excerpt;
mod inline;
mod insight;
mod paint;
mod paths;
mod tally;
mod text;
