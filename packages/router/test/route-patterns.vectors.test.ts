import { describe, expect, it } from '@jest/globals';
import { Router } from '../src/index.js';
import { parsePattern } from '../src/parser/parse-pattern.js';
import { readVectors } from './vectors.js';

interface Row {
  readonly id: string;
  readonly input: { readonly pattern: string };
  readonly expect: {
    readonly variants?: readonly (readonly (string | readonly [string, string])[])[];
    readonly register?: unknown;
  };
}

const { holding, deviating, unknown } = readVectors<Row>('route-patterns');

describe('the pattern vectors', () => {
  it.each(holding)('hold: $id', (row) => {
    expect(actual(row)).toEqual(expected(row));
  });

  it.each(deviating)('differ as documented: $id', (row) => {
    expect(actual(row)).not.toEqual(expected(row));
  });

  it('hold every row that the deviations name', () => {
    expect(unknown).toEqual([]);
  });
});

/** The variants; null for a pattern that cannot be registered. */
function expected({ expect: { variants, register } }: Row): unknown {
  return register === 'ok' ? variants : null;
}

function actual({ input: { pattern } }: Row): unknown {
  try {
    new Router<null>({ colonPlaceholders: false }).get(pattern, null);
    return parsePattern(pattern, false).map((variant) =>
      variant.map((part) => (typeof part === 'string' ? part : [part.name, part.expression])),
    );
  } catch {
    return null;
  }
}
