// The fixtures of the project give the same bytes through the module as through the program.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Cache, Partial, cacheKey, evalJson, calls, canonical, normalize, preview, repair } from "../lib/index.mjs";
import { WITHOUT_PROGRAM, fixtures, program } from "./program.mjs";

const skip = WITHOUT_PROGRAM;

/** What a function gives, or the code and place of its error. */
function outcome(run) {
  try {
    return run();
  } catch (error) {
    if (!error.code) throw error;
    return `${error.line}:${error.column}: error[${error.code}]`;
  }
}

/** Returns what the program writes: valid text as it is, other text with a line end at its end. */
function written({ text, fixes }) {
  return fixes.length && !text.endsWith("\n") ? `${text}\n` : text;
}

/** A call as the program writes it. */
function line({ name, text, id, complete }) {
  const ident = id === undefined ? "" : `,"id":${JSON.stringify(id)}`;
  return `{"name":${JSON.stringify(name)},"arguments":${text}${ident}${complete ? "" : ',"complete":false'}}\n`;
}

/** What the program gives on a text: its output, or the code and place of its error. */
function ofProgram(args, input) {
  const { status, stdout, stderr } = program(args, input);
  if (status === 0) return stdout;
  const [, place] = /^<stdin>:(\d+:\d+: error\[[a-z-]+\])/m.exec(stderr) ?? [null, stderr];
  return place;
}

/** The options of a case, by the names of JavaScript. */
function optionsOf({ options = {} }) {
  const entries = Object.entries(options).map(([name, word]) => {
    const isNumber = name === "max-depth" || name === "min-confidence";
    return [name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), isNumber ? Number(word) : word];
  });
  return Object.fromEntries(entries);
}

const failed = ({ code, line, column }) => ({ error: code, line, column });

const refusal = ({ code, feedback, violations }) => ({
  code,
  feedback,
  violations: violations.map(({ path, keyword, message }) => [path, keyword, message]),
});

const FUNCTIONS = {
  repair(row) {
    // Places in bytes are places in bytes.
    const found = repair(Buffer.from(row.input), optionsOf(row));
    const { risk, confidence, cause } = found;
    return { output: written(found), fixes: found.fixes.map(({ code, start, end }) => [code, start, end]), risk, confidence, cause };
  },
  calls(row) {
    const found = calls(row.input, { ...optionsOf(row), ...(row.tools && { tools: row.tools }) });
    return { output: found.calls.map(line).join(""), refused: found.refused.map(refusal) };
  },
  partial(row) {
    const partial = new Partial(optionsOf(row));
    const shown = [];
    row.pieces.forEach((piece, index) => {
      if (partial.push(piece)) shown.push([index, partial.value]);
    });
    try {
      const { values, truncated } = partial.finish();
      return { ...(values.length === 1 ? { value: values[0] } : { values }), complete: truncated === null, shown };
    } catch (error) {
      if (!error.code) throw error;
      return { ...failed(error), shown };
    }
  },
  "eval-json"(row) {
    const { context, memory, tools, values: functions, options = {} } = row;
    const given = Object.entries(options).map(([name, word]) => {
      return [name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), JSON.parse(word)];
    });
    try {
      const done = evalJson(row.input, { context, memory, tools, functions, ...Object.fromEntries(given) });
      return { value: done.value, memory_delta: done.memoryDelta, memory: done.memory };
    } catch (error) {
      if (!error.code) throw error;
      // The message ends with the place.
      const message = error.message.replace(/ \(line \d+, column \d+\)$/, "");
      const isDue = error.message === row.due.message;
      const { code, path = null, suggestion = null } = error;
      return { error: code, message: isDue ? error.message : message, path, suggestion };
    }
  },
  normalize: ({ input }) => ({ output: normalize(input) }),
  "cache-key": ({ input, namespace }) => cacheKey("t", input, namespace && { namespace }),
  preview(row) {
    const { tool, arguments: args, asked, namespace, input, rows, hint } = row;
    const { profile, at, sample, "max-bytes-out": most } = row.options ?? {};
    const options = { rows, hint, at, sample, profile: profile === "true", maxBytes: most && Number(most) };
    if (asked === undefined) return { preview: preview(tool, args, input, options) };
    const folder = mkdtempSync(join(tmpdir(), "jmend-"));
    try {
      const cache = new Cache(folder, { namespace });
      const shown = preview(tool, args, input, { ...options, cache });
      const entries = cache.entries().map(({ created, ...entry }) => (assert.ok(created), entry));
      return { preview: shown, cached: cache.get(tool, asked) ?? null, entries };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Gives a case to the module, and returns what it gives. */
function outcomeOf(row) {
  try {
    return FUNCTIONS[row.kind](row);
  } catch (error) {
    if (!error.code) throw error;
    if (row.kind === "repair") return { ...failed(error), feedback: error.feedback };
    return row.kind === "calls" ? { output: "", refused: [refusal(error)] } : failed(error);
  }
}

test("cases give what is due", () => {
  const cases = fixtures("conformance");
  assert.ok(cases.length >= 200, `${cases.length}`);
  for (const row of cases) {
    assert.deepEqual(outcomeOf(row), row.due, row.id);
  }
});

test("repair: texts and errors", { skip }, () => {
  const inputs = ["repair", "regressions", "notations"].flatMap((folder) => fixtures(folder));
  const texts = inputs.map((row) => row.input).filter((input) => typeof input === "string");
  assert.ok(texts.length > 700, `${texts.length}`);
  for (const input of texts) {
    const shown = JSON.stringify(input);
    const expected = ofProgram(["repair", "--no-config", "--framing", "document"], input);
    const found = outcome(() => written(repair(input)));
    assert.equal(found, expected, shown);
    assert.deepEqual(outcome(() => written(repair(Buffer.from(input)))), found, shown);
  }
});

/** The calls of a text; an answer that is cut off before its calls has none. */
function found(input, tools) {
  try {
    return calls(input, tools ? { tools } : {}).calls;
  } catch (error) {
    if (error.code !== "truncated") throw error;
    return [];
  }
}

test("calls: names, arguments and ids", { skip }, () => {
  const inputs = fixtures("calls").filter((row) => !row.args);
  assert.ok(inputs.length > 150, `${inputs.length}`);
  const folder = mkdtempSync(join(tmpdir(), "jmend-"));
  const file = join(folder, "tools.json");
  for (const { id, input, tools } of inputs) {
    if (tools) writeFileSync(file, JSON.stringify(tools));
    const { stdout } = program(["calls", "-q", "--no-config", ...(tools ? ["--tools", file] : [])], input);
    assert.equal(found(input, tools).map(line).join(""), stdout, id);
  }
  rmSync(folder, { recursive: true });
});

test("keys: normal, canonical and cache keys", () => {
  const run = {
    "keys/normalize.jsonl": (args, input) => {
      if (args === "") return normalize(input);
      const collision = /^--on-collision (\w+)$/.exec(args);
      return collision ? normalize(input, { onCollision: collision[1] }) : undefined;
    },
    "keys/cache_key.jsonl": (args, input) => {
      const text = /^t --text(?: --namespace (\S+))?$/.exec(args);
      return text ? cacheKey("t", input, text[1] && { namespace: text[1] }).text : undefined;
    },
  };
  let compared = 0;
  for (const { file, args, input, output, status } of fixtures("keys")) {
    // One call has one key; the program reads many.
    if (status || input.trim().includes("\n")) continue;
    const found = run[file](args, input);
    if (found === undefined) continue;
    compared += 1;
    assert.equal(found.replace(/\n?$/, "\n"), output.replace(/\n?$/, "\n"), `${file}: ${args} ${input}`);
  }
  assert.ok(compared > 15, `${compared}`);
  assert.equal(canonical('{"b":1,"a":[1.0,{}]}'), '{"a":[1,{}],"b":1}');
});
