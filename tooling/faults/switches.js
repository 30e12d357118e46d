/**
 * Defines the switch that planted sources ask. Preloaded into every process and thread that runs them: the first fault
 * is in the environment, since constants of a module are made while it loads.
 */
const switches = {
  /** The number of the fault that is there, or -1. */
  active: Number(process.env.MORTISE_FAULT ?? -1),
  /** 1 for each fault whose place was reached since this was last cleared. */
  reached: new Uint8Array(Number(process.env.MORTISE_FAULTS_COUNT ?? 100_000)),
};

globalThis.__faults = switches;
globalThis.__fault = (id) => {
  switches.reached[id] = 1;
  return switches.active === id;
};
