mod api;
mod families;
mod partial;
mod pattern;
