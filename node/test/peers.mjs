// Packages of the npm registry that tests need and a bare clone does not have: `npm ci --prefix test/peers` brings them.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("./peers/package.json", import.meta.url));

/** Why a test that needs this package cannot run here; false where it can. */
export function missing(name) {
  const folder = new URL(`./peers/node_modules/${name}/`, import.meta.url);
  return existsSync(folder) ? false : `needs the package ${name}: npm ci --prefix test/peers`;
}

/** Imports a package, or a part of it. */
export function peer(name) {
  return import(pathToFileURL(require.resolve(name)).href);
}
