"use strict";
// `jsonrepair(text)` as the package of that name has it: text in, text out.

const { JmendError, one } = require("./border.cjs");

/** Why a text was refused; `position` is the index into it. */
class JSONRepairError extends Error {
  constructor(message, position, options) {
    super(`${message} at position ${position}`, options);
    this.name = "JSONRepairError";
    this.position = position;
  }
}

function jsonrepair(text) {
  try {
    return one(text);
  } catch (error) {
    if (!(error instanceof JmendError)) throw error;
    throw new JSONRepairError(error.message, error.offset, { cause: error });
  }
}

module.exports = { JSONRepairError, jsonrepair };
