mod api;
mod families;
mod pattern;
