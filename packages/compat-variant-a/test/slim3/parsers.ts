import type { MediaTypeParser } from '../../src/index.js';

let runs = 0;

/** The parsers that the vectors register, by kind. */
export const parsers: Readonly<Record<string, MediaTypeParser>> = {
  wrap: (raw) => ({ wrapped: raw }),
  null: () => null,
  scalar: () => 'scalar' as unknown as object,
  object: (raw) => ({ raw, n: null }),
  csv: (raw) => raw.split(','),
  throw: () => {
    throw new Error('of the parser');
  },
  count: (raw) => ({ runs: ++runs, raw }),
};

/** `count` begins at 1 again. */
export function restartCount(): void {
  runs = 0;
}
