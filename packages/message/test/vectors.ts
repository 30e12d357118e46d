import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';
import { comparable, runVectors, type VectorRow } from '../../../tooling/vectors/index.js';
import { factories as lazy } from '../src/node/index.js';
import { type Encoded, fromPhp } from './php-value.js';

interface Row extends VectorRow {
  readonly input: never;
  /** By the name of the reference implementation. */
  readonly expect: Readonly<Record<string, Encoded>>;
}

/** Runs a file of vectors that three reference implementations answered on both of ours. */
export function runMessageVectors(
  file: string,
  run: (input: never, factories: HttpFactoriesInterface) => Promise<unknown>,
): void {
  runVectors<Row, HttpFactoriesInterface>({
    file,
    subjects: { message: lazy, 'message-plain': plain },
    ours: ({ input }, factories) => run(input, factories),
    references: ({ expect: answers }) =>
      Object.fromEntries(
        Object.entries(answers).map(([name, answer]) => [name, comparable(fromPhp(answer))]),
      ),
  });
}
