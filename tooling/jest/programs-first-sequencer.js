import { sep } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Folders whose tests start programs, servers and browsers, and so take longest. */
const SLOW = [`${sep}tooling${sep}readme${sep}`, `${sep}test${sep}`, `${sep}process${sep}`];

/**
 * Runs the files that take longest first, so that no core waits for one of them at the end. Jest itself knows only how
 * long they took last time, which is unknown in a fresh clone.
 */
export default class ProgramsFirstSequencer extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ path }) {
  const index = SLOW.findIndex((folder) => path.includes(folder));
  return index === -1 ? SLOW.length : index;
}
