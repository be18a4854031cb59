// Builds the module from a clone and puts it at jmend.node. npm runs this for `npm install ./node` and `npm pack`; packages
// of a release bring the module ready-made and have no script to run.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "jmend.node");

/** Says what is wrong and what to do, and fails. */
function fail(message) {
  console.error(`jmend: ${message}`);
  process.exit(1);
}

if (process.env.JMEND_PREBUILT) {
  // A release builds on many machines and packs on one.
  if (!existsSync(target)) fail(`JMEND_PREBUILT is set, and there is no ${target}`);
  process.exit(0);
}
if (!existsSync(join(here, "..", "Cargo.toml"))) {
  fail("this copy has no Rust sources beside it; install from a clone of the repository: npm install ./node");
}
const probe = spawnSync("cargo", ["--version"], { encoding: "utf8" });
if (probe.error || probe.status !== 0) {
  fail("building needs Rust 1.90 or later, and `cargo` cannot be run; rustup.rs installs it, then run the command again");
}
// A release sets the profile that it ships.
const profile = process.env.JMEND_PROFILE ?? "quick";
console.error(`jmend: building the module with cargo (profile ${profile}); the first time this takes a few minutes`);
const args = ["build", "--profile", profile, "--locked", "--message-format=json-render-diagnostics"];
if (process.env.CARGO_BUILD_TARGET) args.push("--target", process.env.CARGO_BUILD_TARGET);
const built = spawnSync("cargo", args, {
  cwd: here,
  encoding: "utf8",
  maxBuffer: 1 << 28,
  stdio: ["ignore", "pipe", "inherit"],
});
if (built.status !== 0) fail("cargo could not build the module; its messages stand above");
const artifact = built.stdout
  .split("\n")
  .filter((line) => line.startsWith("{"))
  .map((line) => JSON.parse(line))
  .find((message) => message.reason === "compiler-artifact" && message.target.name === "jmend_node");
if (!artifact) fail("cargo built no module");
// The new file takes the name at once: a process that has the old one loaded keeps it.
const fresh = `${target}.${process.pid}`;
copyFileSync(artifact.filenames[0], fresh);
renameSync(fresh, target);
