/** How far a change goes: its meaning is certain; it is the best reading; something was dropped or made up. */
export type Risk = "syntax" | "inferred" | "lossy";

/** JSON Schema: an object, which is read once and kept, or its text. */
export type JsonSchema = object | string;

export interface RepairOptions {
  /** Refuses a text whose repair is riskier. Default: `"lossy"`. */
  maxRisk?: Risk;
  /** Refuses a text whose repair is less likely to be what was meant: 0 to 1, two digits. Default: 0. */
  minConfidence?: number;
  /** What happens to a text that is cut off. Default: `"close"`; for calls `"refuse"`. */
  truncated?: "close" | "refuse";
  /** Which of several documents in one text are wanted. Default: `"answer"`. */
  select?: "answer" | "first" | "last" | "largest" | "all";
  /** What becomes of NaN and Infinity. Default: `"null"`. */
  nan?: "null" | "string" | "error";
  /** Accepts only this many levels of nesting. */
  maxDepth?: number;
}

export interface SchemaOptions extends RepairOptions {
  /** What the value must be: its names and types help to read the text, and values are converted where nothing is lost. */
  schema?: JsonSchema;
  /** Fills in the defaults of the schema. Default: false. */
  defaults?: boolean;
  /** Also converts values where something is lost. Default: false. */
  lossyCoercions?: boolean;
}

/** One change. Places are indexes into the text: UTF-16 units of a string, bytes of a Uint8Array. */
export interface Fix {
  code: string;
  risk: Risk;
  start: number;
  end: number;
  /** What stands there now; null where another fix made the change, and this one says why. */
  replacement: string | null;
  message: string;
}

/** What a schema does not accept. `path` is a JSON Pointer into the value. */
export interface Violation {
  path: string;
  keyword: string;
  message: string;
}

/** Why a text was refused, and where in it. */
export class JmendError extends Error {
  readonly name: "JmendError";
  /** A stable name in kebab-case, such as `no-json`, `depth`, `truncated`, `risk` or `schema`. */
  readonly code: string;
  /** The index into the text: UTF-16 units of a string, bytes of a Uint8Array. */
  readonly offset: number;
  /** From 1, or 0 where there is no place. */
  readonly line: number;
  /** From 1, in characters, or 0 where there is no place. */
  readonly column: number;
  /** Everything that the schema does not accept, where the code is `schema`. */
  readonly violations: readonly Violation[];
  /** What to tell the model that wrote the text: what was wrong, where, and what to send instead. */
  readonly feedback: string;
  /** Where in a program it happened: a JSON Pointer. */
  readonly path?: string;
  /** The name that was probably meant in a program. */
  readonly suggestion?: string;
}

/** A text that could be read, and all that is known of it. */
export class Repaired<T = unknown> {
  private constructor();
  /** The text with its fixes applied; several documents stand one a line. */
  readonly text: string;
  /** The text of each document, without white space around it. */
  readonly texts: readonly string[];
  /** The document; where the text held several, the list of them. */
  readonly value: T;
  /** Each document. */
  readonly values: readonly unknown[];
  readonly fixes: readonly Fix[];
  /** The worst risk of the fixes; null where there are none. */
  readonly risk: Risk | null;
  /** How likely the value is what was meant: 0 to 1. */
  readonly confidence: number;
  readonly strategy: string;
  /** The language in which the text was written, where it was not JSON. */
  readonly notation: string | null;
  /** The probable cause, such as "python-literal"; null where nothing was wrong or no cause is known. */
  readonly cause: string | null;
  /** Where the text is cut off; null where it is whole. */
  readonly truncated: string | null;
}

/**
 * Repairs one text and gives its value. Several documents become one array.
 *
 * @throws {JmendError} if there is no JSON in the text, or its repair goes further than the options allow
 */
export function parse<T = unknown>(text: string | Uint8Array, options?: SchemaOptions): T;

/**
 * Repairs one text, and says what was changed and how sure that is.
 *
 * @throws {JmendError} if there is no JSON in the text, or its repair goes further than the options allow
 */
export function repair<T = unknown>(text: string | Uint8Array, options?: SchemaOptions): Repaired<T>;

export interface CallOptions extends RepairOptions {
  /**
   * The tools there are, as for an API of OpenAI or Anthropic or as in MCP: a value, which is read once and kept, or its
   * text. Damaged names are settled by them, and values converted if nothing is lost; a call whose arguments do not fit its
   * schema is refused.
   */
  tools?: object | string;
  /** Says what becomes of a call of no tool of the list; "keep" by default. Needs `tools`. */
  unknownTools?: "keep" | "drop" | "refuse";
  /** With false, arguments need not fit the schema of their tool; true by default. Needs `tools`. */
  check?: boolean;
  /** Looks for calls in this format alone; `jmend calls --help` lists them. */
  format?: string;
}

/** One change to a call. */
export interface Change {
  code: string;
  risk: Risk;
  start: number;
  end: number;
  message: string;
}

/** One call of a tool. */
export interface Call {
  name: string;
  arguments: unknown;
  /** The arguments as text. */
  text: string;
  id?: unknown;
  /** Which of the answers of an API it stands in. */
  choice: number;
  /** Was its own end, or the next call, read? */
  complete: boolean;
  format: string;
  /** The strongest thing that its repair needed. */
  strategy: string;
  risk: Risk | null;
  confidence: number;
  start: number;
  end: number;
  fixes: readonly Change[];
}

/** What looks like a call and is none, or may not be used. */
export interface Refused {
  name: string | null;
  format: string;
  code: string;
  message: string;
  offset: number;
  start: number;
  end: number;
  /** What the schema of the tool does not accept about the arguments; empty for another reason. */
  violations: readonly Violation[];
  /** What to tell the model: what was wrong, where, and what to send instead. */
  feedback: string;
}

/** Finds the tool calls in one message of a model, answer of an API, or stream of events. */
export function calls(
  text: string | Uint8Array,
  options?: CallOptions,
): { calls: readonly Call[]; refused: readonly Refused[] };

/** One message: its text, its reasoning and its calls. */
export interface Message {
  choice: number;
  content: string;
  reasoning: string;
  finishReason: string | null;
  model: string | null;
  calls: readonly Call[];
}

/** Reads the messages of a model or of an API's answer, whole or streamed. */
export function messages(text: string | Uint8Array, options?: CallOptions): readonly Message[];

export interface ArgumentOptions extends RepairOptions {
  /** The tools there are, as in `CallOptions`. */
  tools?: object | string;
}

/**
 * Repairs the arguments of one call of a tool, and fits them to its schema: a text, or a value. A string that holds the object
 * becomes it; an empty text and null are no arguments, `{}`, with the fix `empty-input`. Arguments that are cut off are refused
 * unless `truncated` is "close".
 *
 * @throws {JmendError} with the code "schema" if they are no object or do not fit
 */
export function argumentsOf<T = Record<string, unknown>>(tool: string, value: unknown, options?: ArgumentOptions): Repaired<T>;

/** Counts what became of texts and calls; the counts add up. */
export class Stats {
  /** `provider` is who made the model's answers. */
  constructor(options?: { provider?: string });
  /** Reads counts that were written as JSON. */
  static from(counts: object | string): Stats;
  /** Counts a result; `tool` is the one that it was meant for, if it is known. */
  add(result: Repaired | ReturnType<typeof calls> | Message | JmendError, tool?: string): void;
  /** Adds what was counted elsewhere. */
  merge(other: Stats): void;
  /** The counts as `--stats` of the program writes them, which `jmend stats` reads. */
  toJSON(): object;
}

/** A result in a cache, as `jmend cache ls` prints it. Of one that another program put there the key and the size are known. */
export interface CacheEntry {
  key: string;
  tool?: string;
  namespace?: string;
  args?: unknown;
  bytes: number;
  rows?: number;
  /** Date and time of RFC 3339. */
  created?: string;
  state?: "ok" | "error";
  /** Set for text that is not JSON. */
  format?: "text";
}

/**
 * Full results of tool calls in a directory, under their cache keys: equal calls have one result, however they are spelled. The
 * directory is that of `jmend cache`; other processes may use it at the same time. Arguments and results are values, or JSON as
 * strings. Every method works at once, without a promise. Throws a `JmendError` for arguments that have no key, and an `Error` for what
 * cannot be read or stored.
 */
export class Cache {
  /** `maxSize` is in bytes and `maxAge` in milliseconds: with each result that comes, the oldest ones make room. */
  constructor(directory: string, options?: { namespace?: string; maxSize?: number; maxAge?: number });
  /** The result of a call as text; `undefined` if there is none. */
  get(tool: string, args: unknown): string | undefined;
  /** Says whether there is a result of a call. */
  has(tool: string, args: unknown): boolean;
  /** Stores the result of a call; with `text` one that is not JSON. Says whether it was kept: one larger than `maxSize` is not. */
  put(tool: string, args: unknown, result: unknown, options?: { text?: boolean }): boolean;
  /** Removes the result of a call. Says whether there was one. */
  remove(tool: string, args: unknown): boolean;
  /** Everything in the directory, the oldest first. */
  entries(): CacheEntry[];
  /** Removes what the limits do not allow, damaged results, and temporary files that their writers left. Says how many. */
  collect(): { entries: number; bytes: number; abandoned: number; corrupt: number };
}

/** The key of one call: equal calls have equal keys, however they are spelled. `args` is a value, or JSON as a string. */
export function cacheKey(
  tool: string,
  args: unknown,
  options?: { namespace?: string },
): { key: string; text: string };

/** Writes keys with `_` for `-`, and everything else as it is. The text is JSON documents; each ends with one LF. */
export function normalize(text: string, options?: { onCollision?: "error" | "first" | "last" }): string;

/** Writes one document in its canonical form: keys with `_` and sorted, one spelling of strings and numbers. */
export function canonical(text: string, options?: { numbers?: "exact" | "double" }): string;

export interface PreviewOptions {
  /** Also shows the first rows of an array. */
  rows?: number;
  /** The sentence on the full result, in which `{tool}`, `{args_json}` and others stand for the call. */
  hint?: string;
  /** Says what all rows are like: the fields with their types, ranges and most frequent values. Default: false. */
  profile?: boolean;
  /** A JSON Pointer to the rows of a profile; by default they are the array that makes up most of the result. */
  at?: string;
  /** A profile with some rows: `head:N`, `tail:N` or `random:N`. */
  sample?: string;
  /** Bytes that the preview may have; 0 is no limit. Default: none; of a profile 2000, with rows 8000. */
  maxBytes?: number;
  /** Stores the result first, unless that tells of an error; the hint says how a model reaches it. */
  cache?: Cache;
}

/** What a model sees of the result of a call: its shape, its size, and how to reach the rest. */
export function preview(
  tool: string,
  args: unknown,
  result: unknown,
  options?: PreviewOptions,
): Record<string, unknown>;

export interface ProgramOptions extends Omit<RepairOptions, "truncated"> {
  /** What the program loads by name: an object, or its JSON text. */
  context?: object | string;
  /** What an earlier result has as `memory`: an object, or its JSON text. */
  memory?: object | string;
  /**
   * The tools, by name: functions of one object, the arguments, that return a value at once, or values that are always the result.
   * Nothing interrupts a function; its time counts.
   */
  functions?: Record<string, ((args: any) => unknown) | object | string | number | boolean | null>;
  /** Definitions of tools: a program may call only what they expose to programs, and `functions`. */
  tools?: object | string;
  /** Milliseconds that the program may take; 0 is no limit. Default: 1000. */
  timeout?: number;
  /** Bytes of the values that the program may build; 0 is no limit. Default: 64 MiB. */
  maxMemory?: number;
  /** Of a result with more bytes `value` is a profile, and memory keeps the whole as `last_result`. */
  maxResult?: number;
  /** Fails if values of several types are ordered. Default: false. */
  strictTypes?: boolean;
  /** Repairs the text of the program first; one that is cut off is refused. Default: false. */
  repair?: boolean;
}

/** What a program returned, and what it left in memory. */
export class Evaluated<T = unknown> {
  private constructor();
  /** The result. */
  readonly value: T;
  /** The result as compact JSON text, with all digits. */
  readonly text: string;
  /** All that is in memory now: `memory` of the next program. */
  readonly memory: Record<string, unknown>;
  /** What the program added to memory. */
  readonly memoryDelta: Record<string, unknown>;
}

/**
 * Runs one PTC-JSON program, as the command `jmend eval-json` does: a text, or an object `{ program: … }`.
 *
 * @throws {JmendError} with a `path`, and the code `parse_error`, `validation_error`, `execution_error`, `timeout`,
 * `memory_exceeded`, or `depth_exceeded`; `context`, `memory` or `tools` for data of a wrong kind. What a function throws is
 * its `cause`.
 */
export function evalJson<T = unknown>(program: string | Uint8Array | object, options?: ProgramOptions): Evaluated<T>;

/** Something in a program that is allowed and probably not meant. */
export interface Lint {
  code: string;
  message: string;
  /** A JSON Pointer into the program. */
  path: string;
}

/**
 * Checks a program and runs nothing. Most findings show only beside the context.
 *
 * @throws {JmendError} as `evalJson`, if that shows before a program runs
 */
export function checkProgram(program: string | Uint8Array | object, options?: ProgramOptions): readonly Lint[];

/**
 * Returns what to tell a model so that it writes programs: every operation with an example, or a card of about 2 KB, with the tools and
 * the fields of the context that are given here.
 *
 * @throws {JmendError} as `evalJson`, for data of a wrong kind
 */
export function programPrompt(
  options?: { size?: "full" } | ({ size: "card" } & Pick<ProgramOptions, "context" | "functions" | "tools">),
): string;

/** Returns the JSON Schema of programs; with `strict` the one that endpoints with strict output formats take. */
export function programSchema(options?: { strict?: boolean }): object;

/** What a filter may see and take. */
export interface QueryOptions {
  /** Values that the filter sees as `$NAME`; a string is a string there. */
  variables?: Record<string, unknown>;
  /** Gives the filter all documents as one array. Default: false. */
  slurp?: boolean;
  /** Milliseconds that the filter may take, beside 100 for each MiB of data; 0 is no limit. Default: 10 000. */
  timeout?: number;
  /** Bytes that the filter may take beyond what its data needs; 0 is no limit. Default: 1 GiB. */
  maxMemory?: number;
  /** Bytes of all outputs; 0 is no limit. Default: 256 MiB. */
  maxOutput?: number;
}

/**
 * Returns all outputs of a jq filter over JSON, as `jmend query` gives them. A filter runs in a process of its own, which takes some
 * 0.2 s to start, because only the system can hold it within limits. `data` is JSON text or bytes, of one document or several, or any other value.
 *
 * @throws {JmendError} with the code `syntax` for text that is no JSON, `filter` for a filter that cannot be read or fails, `stopped`
 * for one that reached a limit, and `halt` for one that ended itself with a status
 * @throws {Error} where the process cannot be started, or fails for another reason
 */
export function query<T = unknown>(data: unknown, filter: string, options?: QueryOptions): T[];

/**
 * One document that is still being written. Numbers and words are held back until they are whole. After a sentence, a fence or
 * reasoning, the document is shown once it has begun for certain.
 */
export class Partial<T = unknown> {
  constructor(options?: RepairOptions);
  /** Takes the next piece, and says whether `value` says more now. */
  push(piece: string | Uint8Array): boolean;
  /** The document so far; undefined before there is anything to show. */
  readonly value: T | undefined;
  /** The text has ended: repairs all of it. */
  finish(): Repaired<T>;
}

/** Pieces of one text in, the values that it holds so far out. The last value is that of the whole text. */
export class PartialStream<T = unknown> extends TransformStream<string | Uint8Array, T> {
  constructor(options?: RepairOptions);
}

/** The part of a tool call of the AI SDK that is repaired. */
export interface ToolCallLike {
  toolName: string;
  input: string;
}

/** What the AI SDK passes to `repairToolCall`, as far as it is used. */
export interface ToolCallRepairInput<CALL extends ToolCallLike> {
  toolCall: CALL;
  tools: object;
  inputSchema: (options: { toolName: string }) => unknown;
}

/** Repairs a tool call; null where that cannot be done. */
export type ToolCallRepair = <CALL extends ToolCallLike>(input: ToolCallRepairInput<CALL>) => Promise<CALL | null>;

/**
 * For `repairToolCall` of the AI SDK (`experimental_repairToolCall` before version 7): settles damaged names, repairs the
 * input and fits it to its schema. Input that does not fit is repaired without the schema, and the SDK judges it. Nothing is
 * dropped or made up, and a call that is cut off stays an error.
 */
export const repairToolCall: ToolCallRepair;

/** The same with options of your own; `onRepair` is told of each repair. */
export function toolCallRepair(
  options?: Omit<SchemaOptions, "schema"> & {
    onRepair?: (repair: { toolCall: ToolCallLike; toolName: string; repaired: Repaired }) => void;
  },
): ToolCallRepair;

/** Repairs the text of a structured output; null where that cannot be done. */
export type TextRepair = (input: { text: string; error: unknown }) => Promise<string | null>;

/**
 * For `repairText` of `generateObject` and `streamObject` (`experimental_repairText` before version 7 of the AI SDK). A text
 * that is cut off stays an error.
 */
export const repairText: TextRepair;

/** Makes one with options of your own; `schema` also converts values, and `onRepair` is told of each repair. */
export function textRepair(
  options?: SchemaOptions & { onRepair?: (repair: { text: string; repaired: Repaired }) => void },
): TextRepair;
