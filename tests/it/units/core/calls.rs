mod cause;
mod envelope;
mod formats;
mod partial;
