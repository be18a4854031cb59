mod calls;
mod json;
mod programs;
mod repair;
mod results;
