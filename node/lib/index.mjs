import jmend from "./index.cjs";

export const {
  JmendError,
  Partial,
  PartialStream,
  Repaired,
  Stats,
  argumentsOf,
  cacheKey,
  calls,
  canonical,
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
