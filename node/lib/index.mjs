import jmend from "./index.cjs";

export const {
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
  repair,
  repairText,
  repairToolCall,
  textRepair,
  toolCallRepair,
} = jmend;
export default jmend;
