export * from "./jsonrepair.js";
