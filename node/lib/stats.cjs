"use strict";

const { JmendError, native } = require("./border.cjs");
const { Repaired } = require("./repaired.cjs");

const codes = (fixes) => fixes.map(({ code }) => code);

/** Counts what became of texts and calls, as `--stats` of the program counts. */
class Stats {
  #native;

  constructor({ provider } = {}) {
    this.#native = new native.Stats(provider);
  }

  /** Reads counts that were written as JSON. */
  static from(counts) {
    const stats = new Stats();
    try {
      stats.#native = new native.Stats(undefined, typeof counts === "string" ? counts : JSON.stringify(counts));
    } catch (error) {
      throw new TypeError(error.message);
    }
    return stats;
  }

  /** Counts a result; `tool` is the one that it was meant for, if it is known. */
  add(result, tool) {
    if (result instanceof Repaired) {
      this.#native.handled(tool, result.strategy, result.truncated !== null, codes(result.fixes));
    } else if (result instanceof JmendError) {
      this.#native.failed(tool, result.code);
    } else if (Array.isArray(result?.calls)) {
      for (const { name, strategy, complete, fixes } of result.calls) {
        this.#native.handled(name, strategy, !complete, codes(fixes));
      }
      for (const { name, code } of result.refused ?? []) this.#native.failed(name ?? undefined, code);
    } else {
      throw new TypeError("a result is what repair or calls gives, or a JmendError");
    }
  }

  /** Adds what was counted elsewhere. */
  merge(other) {
    this.#native.merge(other.#native);
  }

  /** The counts, as `--stats` of the program writes them. */
  toJSON() {
    return JSON.parse(this.#native.toText());
  }
}

module.exports = { Stats };
