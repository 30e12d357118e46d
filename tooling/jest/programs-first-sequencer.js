import { sep } from 'node:path';
import Sequencer from '@jest/test-sequencer';
import { embeds } from './embedding.js';

/** Folders whose tests start programs, servers and browsers, and so take longest. */
const SLOW = ['tooling', 'test', 'process'].map((name) => `${sep}${name}${sep}`);

/** Files that wait for seconds, for timeouts to pass, and hardly use a core. */
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
].map((name) => `${name}.long.test.ts`);

/** Files that start between two that embed a PostgreSQL: as many as there are other workers on two cores. */
const BETWEEN_EMBEDDING = 2;
/** Files that start between two that wait: fewer would let several wait at once, while a core has nothing to do. */
const BETWEEN_WAITING = 4;

/**
 * Runs the files that take longest first, so that no core waits for one of them at the end. Jest itself knows only how
 * long they took last time, which is unknown in a fresh clone. Files that embed a PostgreSQL come first of all, while the
 * workers are still small; files that wait run one after another, beside others.
 */
export default class ProgramsFirstSequencer extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
    const embedding = sorted.filter(({ path }) => embeds(path));
    const waiting = sorted.filter(({ path }) => WAITING.some((file) => path.endsWith(file)));
    const others = sorted.filter((test) => !embedding.includes(test) && !waiting.includes(test));
    const working = spread(waiting, others, BETWEEN_WAITING, BETWEEN_WAITING);
    return spread(embedding, working, BETWEEN_EMBEDDING, 0);
  }
}

function rank({ path }) {
  const index = SLOW.findIndex((folder) => path.includes(folder));
  return index === -1 ? SLOW.length : index;
}

/** `others` with each of `tests` in between, the first after `before` others. */
function spread(tests, others, between, before) {
  const all = [...others];
  for (const [index, test] of tests.entries()) {
    all.splice(before + index * (between + 1), 0, test);
  }
  return all;
}
