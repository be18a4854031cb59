mod source;
mod tokens;
