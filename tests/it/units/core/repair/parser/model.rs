mod log;
mod weights;
