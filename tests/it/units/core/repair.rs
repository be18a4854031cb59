mod changes;
mod confidence;
mod edit;
mod engine;
mod notation;
mod parser;
mod schema;
