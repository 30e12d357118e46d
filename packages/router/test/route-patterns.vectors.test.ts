import {
  comparable,
  errorMark,
  runVectors,
  type VectorRow,
} from '../../../tooling/vectors/index.js';
import { Router } from '../src/index.js';
import { parsePattern } from '../src/parser/parse-pattern.js';

interface Row extends VectorRow {
  readonly input: { readonly pattern: string };
  readonly expect: {
    readonly variants?: readonly (readonly (string | readonly [string, string])[])[];
    readonly register?: unknown;
  };
}

runVectors<Row, typeof Router>({
  file: 'route-patterns',
  subjects: { Router },
  ours,
  references: ({ expect: { variants, register } }) => ({
    fastRoute: register === 'ok' ? comparable(variants) : { $exception: true },
  }),
});

/** The variants; an error for a pattern that cannot be registered. */
function ours({ input: { pattern } }: Row): unknown {
  try {
    new Router<null>({ colonPlaceholders: false }).get(pattern, null);
    return parsePattern(pattern, false).map((variant) =>
      variant.map((part) => (typeof part === 'string' ? part : [part.name, part.expression])),
    );
  } catch (error) {
    return errorMark(error);
  }
}
