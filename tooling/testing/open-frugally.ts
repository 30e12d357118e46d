import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Opens a PostgreSQL that is embedded in this process, with half of its memory and compilation: V8 compiles its
 * WebAssembly once, without optimizing it, and what was only needed to start it is collected at once.
 */
export async function openFrugally<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  setFlagsFromString('--liftoff-only');
  setFlagsFromString('--expose-gc');
  const opened = await open();
  // Compilation itself ends in a later turn.
  await setTimeout(20);
  (runInNewContext('gc') as () => void)();
  return opened;
}
