#!/usr/bin/env node
// Makes the packages of the npm registry: one for each platform with its module, and `jmend` itself, which names them all as
// optional dependencies. None of them has a script to run.
//
// usage: npm.mjs MODULES OUT [PLATFORM…]
//
// MODULES/PLATFORM/jmend.node is the module of each platform. With platforms named, only those are made.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NODE = join(dirname(fileURLToPath(import.meta.url)), "..", "node");

// As node/lib/native.cjs names them.
const PLATFORMS = {
  "linux-x64-gnu": { os: "linux", cpu: "x64", libc: "glibc" },
  "linux-arm64-gnu": { os: "linux", cpu: "arm64", libc: "glibc" },
  "linux-x64-musl": { os: "linux", cpu: "x64", libc: "musl" },
  "linux-arm64-musl": { os: "linux", cpu: "arm64", libc: "musl" },
  "darwin-x64": { os: "darwin", cpu: "x64" },
  "darwin-arm64": { os: "darwin", cpu: "arm64" },
  "win32-x64-msvc": { os: "win32", cpu: "x64" },
};

const [modules, out, ...named] = process.argv.slice(2);
const unknown = named.filter((name) => !(name in PLATFORMS));
if (!out || unknown.length) {
  console.error(unknown.length ? `no platform: ${unknown.join(", ")}` : "usage: npm.mjs MODULES OUT [PLATFORM…]");
  process.exit(2);
}
const wanted = named.length ? named : Object.keys(PLATFORMS);
const main = JSON.parse(readFileSync(join(NODE, "package.json"), "utf8"));
const repository = process.env.JMEND_REPOSITORY;
// npm compares it with the repository that a package with provenance was built in.
if (repository) main.repository = { type: "git", url: `git+${repository}.git`, directory: "node" };

const write = (folder, about) => {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(NODE, "..", licence), join(folder, licence));
};

for (const name of wanted) {
  const { os, cpu, libc } = PLATFORMS[name];
  const folder = join(out, `jmend-${name}`);
  mkdirSync(folder, { recursive: true });
  cpSync(join(modules, name, "jmend.node"), join(folder, "jmend.node"));
  writeFileSync(join(folder, "README.md"), `The module of [jmend](https://www.npmjs.com/package/jmend) for ${name}.\n`);
  const { version, license, engines, repository: where } = main;
  const about = { name: `jmend-${name}`, version, description: `The module of jmend for ${name}`, license };
  if (where) about.repository = where;
  write(folder, { ...about, engines, os: [os], cpu: [cpu], ...(libc && { libc: [libc] }), main: "jmend.node", files: ["jmend.node"] });
}

const folder = join(out, "jmend");
mkdirSync(folder, { recursive: true });
for (const each of ["bin", "lib", "types", "README.md"]) cpSync(join(NODE, each), join(folder, each), { recursive: true });
const { scripts: _, ...about } = main;
about.files = main.files.filter((each) => each !== "jmend.node");
about.optionalDependencies = Object.fromEntries(wanted.map((name) => [`jmend-${name}`, main.version]));
write(folder, about);
