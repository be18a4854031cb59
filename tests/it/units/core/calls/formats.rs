mod pattern;
mod template;
