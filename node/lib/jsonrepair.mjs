import drop from "./jsonrepair.cjs";

export const { JSONRepairError, jsonrepair } = drop;
