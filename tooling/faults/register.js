/**
 * Loaded by `tooling/loader/register.js` into every process and thread that runs planted sources: they come from their
 * folder, and ask a switch. The fault is in the environment, since constants of a module are made while it loads.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { register } from 'node:module';

const active = Number(process.env.MORTISE_FAULT ?? -1);
/** 1 for each fault whose place was reached since this was last cleared. */
const reached = new Uint8Array(Number(process.env.MORTISE_FAULTS_COUNT ?? 100_000));
/** Where programs and threads that a test starts say what they reach, while the tests are measured. */
const report = process.env.MORTISE_FAULTS_REACHED;

globalThis.__faults = { reached };
globalThis.__fault = (id) => {
  if (reached[id] === 0) {
    reached[id] = 1;
    if (report !== undefined) appendFileSync(report, `${id}\n`);
  }
  return active === id;
};

const planted = JSON.parse(readFileSync(process.env.MORTISE_FAULTS_PLANTED, 'utf8'));
register('./hooks.js', import.meta.url, { data: { planted } });
