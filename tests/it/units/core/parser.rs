mod ahead;
mod front;
mod memory;
mod source;
mod store;
mod table;
mod weights;
