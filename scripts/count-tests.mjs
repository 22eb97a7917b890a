// Prints "N passed, N failed" from vitest's JSON report, and ends with 1 when anything failed.
//   node scripts/count-tests.mjs <report.json> <1 when another step failed, else 0>
import { readFileSync } from "node:fs";

const [path, otherFailure] = process.argv.slice(2);
const report = read(path);
// A file that can't be loaded has no tests to count, but it is a failure.
const broken = report.testResults.filter(
  ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
);
const failed = report.numFailedTests + broken.length;
const isGreen = failed === 0 && report.numPassedTests > 0 && otherFailure === "0";
if (otherFailure !== "0" && failed === 0) console.log("a step besides the tests failed; see above");
console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exitCode = isGreen ? 0 : 1;

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    console.error(`the test run left no report: ${error.message}`);
    return { numPassedTests: 0, numFailedTests: 1, testResults: [] };
  }
}
