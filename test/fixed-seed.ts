import fc from "fast-check";

// With every change all laws are tried on the same cases, so that a red run is due to the change, not to chance.
// `npm run nightly -- laws` tries new ones; a test that fast-check fails prints the seed that finds the case again.

const given = process.env.PEGBOARD_FUZZ_SEED;
const isNight = ["PEGBOARD_FUZZ_SECONDS", "PEGBOARD_FUZZ_SAMPLES"].some((name) => process.env[name] !== undefined);
if (given !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) });
else if (!isNight) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 });
