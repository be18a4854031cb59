// The program that the module is compared with, and the fixtures of the project.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
const PLACES = [process.env.JMEND, join(TARGET, "debug", "jmend"), join(TARGET, "release", "jmend")];
export const PROGRAM = PLACES.find((path) => path && existsSync(path));
/** Why a test that needs the program cannot run; false where it can. */
export const WITHOUT_PROGRAM = PROGRAM ? false : "needs the program: cargo build, or JMEND=PATH";

/** Runs the program on a text. */
export function program(args, input) {
  const { status, stdout, stderr } = spawnSync(PROGRAM, args, { input, maxBuffer: 1 << 28 });
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** The rows of a file of JSON lines. */
export function rows(path) {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/** The rows of each file of JSON lines in a folder of the fixtures, with the name of the file. */
export function fixtures(folder) {
  const path = join(ROOT, "fixtures", folder);
  const files = readdirSync(path).filter((name) => name.endsWith(".jsonl")).sort();
  return files.flatMap((name) => rows(join(path, name)).map((row) => ({ file: `${folder}/${name}`, ...row })));
}
