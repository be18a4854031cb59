"use strict";

/** A text that could be read, and all that is known of it. What is not asked for is not parsed. */
class Repaired {
  #facts;
  #parsed;

  constructor(text, facts) {
    this.text = text;
    this.#facts = facts;
  }

  get #known() {
    if (typeof this.#facts === "string") this.#facts = JSON.parse(this.#facts);
    return this.#facts;
  }

  /** The text of each document, without white space around it. */
  get texts() {
    return this.#known.documents.map(([start, end]) => this.text.slice(start, end));
  }

  /** Each document. */
  get values() {
    this.#parsed ??= this.texts.map((text) => JSON.parse(text));
    return this.#parsed;
  }

  /** The document; where the text held several, the list of them. */
  get value() {
    return this.values.length === 1 ? this.values[0] : this.values;
  }

  get fixes() {
    return this.#known.fixes;
  }

  get risk() {
    return this.#known.risk;
  }

  get confidence() {
    return this.#known.confidence;
  }

  get strategy() {
    return this.#known.strategy;
  }

  get notation() {
    return this.#known.notation;
  }

  get cause() {
    return this.#known.cause;
  }

  get truncated() {
    return this.#known.truncated;
  }

  toJSON() {
    const { values, risk, confidence, strategy, notation, cause, truncated, fixes } = this;
    return { values, risk, confidence, strategy, notation, cause, truncated, fixes };
  }
}

module.exports = { Repaired };
