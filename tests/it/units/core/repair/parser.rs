mod cost;
mod queue;
mod source;
mod store;
mod strict;
mod table;
