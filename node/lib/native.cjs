"use strict";
// Loads the native module: the one that was built here, else that of the package for this platform.

/** `linux-x64-gnu`, `darwin-arm64`, … */
function platform() {
  const { platform, arch } = process;
  if (platform === "linux") {
    const libc = process.report.getReport().header.glibcVersionRuntime ? "gnu" : "musl";
    return `linux-${arch}-${libc}`;
  }
  return platform === "win32" ? `win32-${arch}-msvc` : `${platform}-${arch}`;
}

/** The module at a path or of a package; `undefined` where there is none. */
function load(name) {
  try {
    return require(name);
  } catch (error) {
    // A module that is there and cannot be loaded is another trouble, and its message says which.
    if (error.code === "MODULE_NOT_FOUND" && String(error.message).includes(name)) return undefined;
    throw error;
  }
}

function find() {
  const built = load("../jmend.node");
  if (built) return built;
  const name = `jmend-${platform()}`;
  // Only packages that this very release names are loaded: another one of that name may be anyone's.
  const named = require("../package.json").optionalDependencies ?? {};
  const packaged = name in named ? load(name) : undefined;
  if (packaged) return packaged;
  throw new Error(
    name in named
      ? `jmend: the package ${name} is missing; install again with optional dependencies (npm install --include=optional)`
      : `jmend: there is no prebuilt module for ${platform()}; install from a clone of the repository: npm install ./node`,
  );
}

module.exports = find();
