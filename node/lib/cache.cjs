"use strict";

const { document, fail, native, rest, string } = require("./border.cjs");

const NATIVE = new WeakMap();

/** Full results of tool calls in a directory, under their cache keys. */
class Cache {
  constructor(directory, options) {
    if (typeof directory !== "string") throw new TypeError("directory must be a string");
    const given = rest(options);
    try {
      NATIVE.set(this, new native.Cache(directory, given));
    } catch (error) {
      throw new TypeError(error.message);
    }
  }

  /** The result of a call as text; `undefined` if there is none. */
  get(tool, args) {
    const answer = nativeOf(this).get(tool, document(args));
    return Array.isArray(answer) ? fail(answer[0]) : answer;
  }

  /** Says whether there is a result of a call. */
  has(tool, args) {
    return JSON.parse(string(nativeOf(this).has(tool, document(args))));
  }

  /** Stores the result of a call. Says whether it was kept. */
  put(tool, args, result, { text = false } = {}) {
    return JSON.parse(string(nativeOf(this).put(tool, document(args), document(result), text)));
  }

  /** Removes the result of a call. Says whether there was one. */
  remove(tool, args) {
    return JSON.parse(string(nativeOf(this).remove(tool, document(args))));
  }

  /** Everything in the directory, the oldest first. */
  entries() {
    return JSON.parse(string(nativeOf(this).entries()));
  }

  /** Removes what the limits do not allow, damaged results, and what writers left. */
  collect() {
    return JSON.parse(string(nativeOf(this).collect()));
  }
}

/** The native object of a cache. */
function nativeOf(cache) {
  const found = NATIVE.get(cache);
  if (found === undefined) throw new TypeError("cache must be a Cache");
  return found;
}

module.exports = { Cache, nativeOf };
