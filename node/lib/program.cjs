"use strict";
// Programs: data and tools in, the value and the memory out.

const { JmendError, native, rest, string } = require("./border.cjs");

/** A value as JSON text: a string is such a text already. */
const document = (value) => (value === undefined || typeof value === "string" ? value : JSON.stringify(value));

/** What a tool gave, as JSON text: a string is a string. */
function given(value) {
  if (typeof value?.then === "function") throw new TypeError("it gave a promise, and a program cannot wait for one");
  return JSON.stringify(value) ?? "null";
}

/** Runs, checks, or describes: does a `work` of the native module on a program, with the functions that its tools are. */
function run(work, program, options = {}) {
  const { context, memory, tools, functions = {}, ...others } = options;
  const called = Object.entries(functions).filter(([, tool]) => typeof tool === "function");
  const values = Object.entries(functions).filter(([, tool]) => typeof tool !== "function");
  let raised;
  const caller = (tool, args) => {
    try {
      return `+${given(functions[tool](JSON.parse(args)))}`;
    } catch (error) {
      raised = error;
      return `-${error}`;
    }
  };
  const isText = typeof program === "string" || program instanceof Uint8Array;
  try {
    const answer = native.program(
      work,
      isText ? program : JSON.stringify(program),
      rest(others),
      [document(context), document(memory), document(tools)],
      values.map(([name, value]) => [name, given(value)]),
      called.map(([name]) => name),
      caller,
    );
    return JSON.parse(string(answer));
  } catch (error) {
    if (error instanceof JmendError && error.code === "execution_error" && raised !== undefined) error.cause = raised;
    throw error;
  }
}

/** What a program returned. What is not asked for is not parsed. */
class Evaluated {
  #texts;

  constructor(texts) {
    this.#texts = texts;
  }

  get text() {
    return this.#texts.text;
  }

  get value() {
    return JSON.parse(this.#texts.text);
  }

  get memory() {
    return JSON.parse(this.#texts.memory);
  }

  get memoryDelta() {
    return JSON.parse(this.#texts.memoryDelta);
  }
}

function evalJson(program, options) {
  return new Evaluated(run("run", program, options));
}

function checkProgram(program, options) {
  return run("check", program, options);
}

function programPrompt({ size = "full", ...given } = {}) {
  const [other] = Object.keys(given).filter((name) => !["context", "functions", "tools"].includes(name));
  if (other !== undefined) throw new TypeError(`there is no option '${other}'`);
  if (size === "card") return run("card", "", given);
  if (size !== "full") throw new TypeError(`size must be one of 'full', 'card', not ${JSON.stringify(size)}`);
  const [data] = Object.keys(given);
  if (data !== undefined) throw new TypeError(`${data} is for the size 'card'`);
  return string(native.programPrompt());
}

function programSchema({ strict = false } = {}) {
  return JSON.parse(string(native.programSchema(strict)));
}

module.exports = { Evaluated, checkProgram, evalJson, programPrompt, programSchema };
