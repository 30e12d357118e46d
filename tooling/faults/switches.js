/**
 * Defines the switch that planted sources ask. Loaded into every process and thread that runs them: the first fault
 * is in the environment, since constants of a module are made while it loads.
 */
import { appendFileSync } from 'node:fs';

const switches = {
  /** The number of the fault that is there, or -1. */
  active: Number(process.env.MORTISE_FAULT ?? -1),
  /** 1 for each fault whose place was reached since this was last cleared. */
  reached: new Uint8Array(Number(process.env.MORTISE_FAULTS_COUNT ?? 100_000)),
};
/** Where programs and threads that a test starts say what they reach, while the tests are measured. */
const report = process.env.MORTISE_FAULTS_REACHED;

globalThis.__faults = switches;
globalThis.__fault = (id) => {
  if (switches.reached[id] === 0) {
    switches.reached[id] = 1;
    if (report !== undefined) appendFileSync(report, `${id}\n`);
  }
  return switches.active === id;
};
