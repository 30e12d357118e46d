import { sep } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Folders whose tests start programs, servers and browsers, and so take longest. */
const SLOW = ['tooling', 'test', 'process'].map((name) => `${sep}${name}${sep}`);

/**
 * Files that wait for seconds, for timeouts to pass, and hardly use a core; and those that embed a PostgreSQL each
 * (800 MB).
 */
const WAITING = [
  'slow-uploads',
  'keep-alive',
  'mutants',
  'server-faults',
  'redis-store',
  'worker-pool',
  'serve-cluster',
  'http2-resets',
  'http2-stalled',
  'http2-faults',
  'library/test/embedded',
  'library/test/process',
].map((name) => `${name.replaceAll('/', sep)}.test.ts`);

/** Files that start between two that wait: fewer would let several wait at once, while a core has nothing to do. */
const BETWEEN = 4;

/**
 * Runs the files that take longest first, so that no core waits for one of them at the end. Jest itself knows only how
 * long they took last time, which is unknown in a fresh clone. Files that wait run one after another, beside others.
 */
export default class ProgramsFirstSequencer extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
    const waiting = sorted.filter(waits);
    const working = sorted.filter((test) => !waits(test));
    for (const [index, test] of waiting.entries()) {
      working.splice((index + 1) * (BETWEEN + 1) - 1, 0, test);
    }
    return working;
  }
}

function rank({ path }) {
  const index = SLOW.findIndex((folder) => path.includes(folder));
  return index === -1 ? SLOW.length : index;
}

function waits({ path }) {
  return WAITING.some((name) => path.endsWith(name));
}
