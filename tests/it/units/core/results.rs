mod keys;
mod preview;
