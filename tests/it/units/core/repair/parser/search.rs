mod ahead;
mod front;
mod memory;
