mod duplicates;
mod fixes;
mod line;
mod packed;
mod repeats;
mod splice;
