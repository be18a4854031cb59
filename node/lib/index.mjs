import jmend from "./index.cjs";

export const {
  Cache,
  Evaluated,
  JmendError,
  Partial,
  PartialStream,
  Repaired,
  Stats,
  argumentsOf,
  cacheKey,
  calls,
  canonical,
  checkProgram,
  evalJson,
  messages,
  normalize,
  parse,
  preview,
  programPrompt,
  programSchema,
  repair,
  repairText,
  repairToolCall,
  textRepair,
  toolCallRepair,
} = jmend;
export default jmend;
