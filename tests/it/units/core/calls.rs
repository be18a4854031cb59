mod envelope;
mod formats;
mod partial;
