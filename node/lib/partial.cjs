"use strict";

const { fail, native, rest } = require("./border.cjs");
const { Repaired } = require("./repaired.cjs");

const isHighHalf = (unit) => unit >= 0xd800 && unit <= 0xdbff;

/** One document that is still being written. */
class Partial {
  #native;
  /** The first half of a character that is not whole yet. */
  #half = "";
  #value;

  constructor(options) {
    try {
      this.#native = new native.Partial(rest(options));
    } catch (error) {
      throw new TypeError(error.message);
    }
  }

  /** Takes the next piece, and says whether `value` says more now. */
  push(piece) {
    let text = piece;
    if (typeof piece === "string" && (this.#half || isHighHalf(piece.charCodeAt(piece.length - 1)))) {
      text = this.#half + piece;
      this.#half = isHighHalf(text.charCodeAt(text.length - 1)) ? text.slice(-1) : "";
      text = text.slice(0, text.length - this.#half.length);
    }
    const answer = this.#native.push(text);
    if (answer === undefined) return false;
    this.#value = JSON.parse(answer);
    return true;
  }

  /** The document so far; `undefined` before there is anything to show. */
  get value() {
    return this.#value;
  }

  /** The text has ended: repairs all of it. */
  finish() {
    if (this.#half) {
      this.#native.push(this.#half);
      this.#half = "";
    }
    const answer = this.#native.finish();
    return answer.length === 1 ? fail(answer[0]) : new Repaired(answer[0], answer[1]);
  }
}

/** Pieces of one text in, the values that it holds so far out. The last value is that of the whole text. */
class PartialStream extends TransformStream {
  constructor(options) {
    const partial = new Partial(options);
    super({
      transform(piece, controller) {
        if (partial.push(piece)) controller.enqueue(partial.value);
      },
      flush(controller) {
        const shown = JSON.stringify(partial.value);
        const { value } = partial.finish();
        // What was shown last is not said again.
        if (JSON.stringify(value) !== shown) controller.enqueue(value);
      },
    });
  }
}

module.exports = { Partial, PartialStream };
