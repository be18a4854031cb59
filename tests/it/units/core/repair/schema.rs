mod scalar;
mod tools;
