mod budget;
mod hint;
mod infer;
mod lisp;
mod profile;
mod shape;
mod text;
mod wrap;
