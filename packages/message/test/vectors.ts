import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';
import { factories as lazy } from '../src/node/index.js';
import { comparable, type Encoded, fromPhp } from './php-value.js';

const IMPLEMENTATIONS = { 'the lazy implementation': lazy, 'the plain implementation': plain };

type Run = (input: never, factories: HttpFactoriesInterface) => Promise<unknown>;

interface Row {
  readonly id: string;
  readonly input: never;
  readonly expect: Readonly<Record<string, Encoded>>;
}

interface Listed {
  readonly rows: readonly string[];
  /** The implementation that ours agrees with; without it, ours differs from all. */
  readonly like?: string;
}

/**
 * Runs a file of vectors on both implementations. Where the three reference implementations agree, so do we; where they do
 * not, `docs/deviations` says with whom we do; a row that it lists as ours alone really is.
 */
export function runVectors(file: string, run: Run): void {
  const rows = readJson(`./fixtures/${file}.json`) as Row[];
  const deviations = readJson(`../../../docs/deviations/${file}.json`) as Listed[];
  const listed = new Map(deviations.flatMap(({ rows, like }) => rows.map((id) => [id, like])));

  describe.each(Object.entries(IMPLEMENTATIONS))(`the vectors of ${file} on %s`, (_, factories) => {
    it.each(rows)('$id', async ({ id, input, expect: answers }) => {
      const ours = comparable(await run(input, factories));
      const engines = Object.keys(answers);
      const agreeing = engines.filter((engine) =>
        equal(ours, comparable(fromPhp(answers[engine] ?? null))),
      );
      expect({ agreeing, ours }).toEqual({ agreeing: wanted(id, engines), ours });
    });
  });

  it(`the vectors of ${file} have every row of the table of deviations`, () => {
    const ids = new Set(rows.map(({ id }) => id));
    expect([...listed.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });

  function wanted(id: string, engines: readonly string[]): unknown {
    const like = listed.get(id);
    if (!listed.has(id)) return engines;
    return like === undefined ? [] : expect.arrayContaining([like]);
  }
}

function equal(left: unknown, right: unknown): boolean {
  try {
    expect(left).toEqual(right);
    return true;
  } catch {
    return false;
  }
}

function readJson(path: string): unknown {
  return JSON.parse(
    readFileSync(new URL(path, `file://${expect.getState().testPath ?? ''}`), 'utf8'),
  );
}
