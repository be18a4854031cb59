import * as jmend from "./index.js";
export * from "./index.js";
export default jmend;
