mod plain;
mod shapes;
