mod answers;
mod fields;
