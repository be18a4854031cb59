mod file;
mod keys;
