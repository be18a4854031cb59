#!/usr/bin/env node
"use strict";
// The program jmend: `npx jmend` runs it. It is a part of the module, and starts this file where it needs a process of its own.

const { runProgram } = require("../lib/native.cjs");

process.exitCode = runProgram([process.execPath, __filename], ["jmend", ...process.argv.slice(2)]);
