// Prints each value of standard input as Rust's {:?} or, with an argument, {:#?} does.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
struct Point { x: V, y: V }
impl fmt::Debug for Point { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { f.debug_struct("Point").field("x", &self.x).field("y", &self.y).finish() } }
enum V { Nil, B(bool), I(i64), D(f64), S(String), L(Vec<V>), M(Vec<(String, V)>), P(Box<Point>), T(Vec<V>), E(BTreeSet<String>), O(Box<V>) }
impl fmt::Debug for V {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            V::Nil => None::<()>.fmt(f), V::B(b) => b.fmt(f), V::I(i) => i.fmt(f), V::D(d) => d.fmt(f), V::S(s) => s.fmt(f), V::L(l) => l.fmt(f),
            V::M(m) => f.debug_map().entries(m.iter().map(|(k, v)| (k, v))).finish(), V::P(p) => p.fmt(f), V::E(e) => e.fmt(f),
            V::T(t) => { let mut d = f.debug_tuple(""); for v in t { d.field(v); } d.finish() }
            V::O(v) => f.debug_tuple("Some").field(v).finish(),
        }
    }
}
fn text(h: &str) -> String { String::from_utf8((0..h.len()).step_by(2).map(|i| u8::from_str_radix(&h[i..i + 2], 16).unwrap()).collect()).unwrap() }
fn value<'a>(lines: &mut impl Iterator<Item = &'a str>, line: &str) -> V {
    let rest = &line[1..];
    let n = || rest.parse::<usize>().unwrap();
    macro_rules! next { () => {{ let line = lines.next().unwrap(); value(lines, line) }} }
    match &line[..1] {
        "n" => V::Nil, "t" => V::B(true), "f" => V::B(false), "i" => V::I(rest.parse().unwrap()), "d" => V::D(rest.parse().unwrap()),
        "[" => V::L((0..n()).map(|_| next!()).collect()), "u" => V::T((0..n()).map(|_| next!()).collect()),
        "{" => V::M((0..n()).map(|_| { let V::S(k) = next!() else { panic!() }; (k, next!()) }).collect()),
        "p" => { let x = next!(); V::P(Box::new(Point { x, y: next!() })) }
        "e" => V::E((0..n()).map(|_| { let V::S(k) = next!() else { panic!() }; k }).collect()),
        "o" => V::O(Box::new(next!())),
        _ => V::S(text(rest)),
    }
}
fn main() {
    let _: BTreeMap<(), ()> = BTreeMap::new();
    let input = std::io::read_to_string(std::io::stdin()).unwrap();
    let pretty = std::env::args().count() > 1;
    let mut lines = input.lines();
    while let Some(line) = lines.next() {
        let v = value(&mut lines, line);
        let out = if pretty { format!("{v:#?}") } else { format!("{v:?}") };
        println!("{}", out.bytes().map(|b| format!("{b:02x}")).collect::<String>());
    }
}
