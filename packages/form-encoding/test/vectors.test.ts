import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type FormMap, type FormValue, parseForm } from '../src/index.js';
import { fromFixture, plain } from './php-value.js';

interface Row {
  readonly id: string;
  readonly input: { readonly raw: unknown; readonly ini?: Readonly<Record<string, string>> };
  readonly expect: { readonly value?: unknown; readonly summary?: Summary };
}

interface Summary {
  readonly count: number;
  readonly leafCount: number;
  readonly firstLeaf: unknown;
  readonly lastLeaf: unknown;
  readonly flatSha1: string;
}

describe('parseForm gives what parse_str gives', () => {
  const rows = read('./fixtures/urlencoded.json') as Row[];
  const deviations = read('../../../docs/deviations/urlencoded.json') as { rows: string[] }[];
  const deviating = deviations.flatMap((deviation) => deviation.rows);

  it.each(rows.filter(({ id }) => !listed(id)))('$id', (row) => {
    expect(ours(row)).toEqual(theirs(row));
  });

  it.each(rows.filter(({ id }) => listed(id)))('but for $id, a documented deviation', (row) => {
    expect(ours(row)).not.toEqual(theirs(row));
  });

  it.each(deviating)('the deviation %s names a row', (pattern) => {
    expect(rows.some(({ id }) => matches(id, pattern))).toBe(true);
  });

  function listed(id: string): boolean {
    return deviating.some((pattern) => matches(id, pattern));
  }
});

/** With PHP's limits and names, cut as PHP cuts. */
function ours({ input, expect: { summary } }: Row): unknown {
  const { raw, ini = {} } = input;
  const form = parseForm(bytes(raw), {
    phpNames: true,
    onLimit: 'truncate',
    maxDepth: Number(ini.max_input_nesting_level ?? 64),
    maxParameters: Number(ini.max_input_vars ?? 1000),
    separators: (ini['arg_separator.input'] ?? '&') as '&',
  });
  return summary === undefined ? plain(form) : summarise(form);
}

function theirs({ expect: { value, summary } }: Row): unknown {
  return summary ?? plain(fromFixture(value));
}

function bytes(raw: unknown): Uint8Array {
  if (typeof raw === 'string') return Buffer.from(raw);
  return Buffer.from((raw as { $b64: string }).$b64, 'base64');
}

function summarise(form: FormMap): Summary {
  const flat = flatten(form, []);
  return {
    count: Object.keys(form).length,
    leafCount: flat.length,
    firstLeaf: flat[0],
    lastLeaf: flat.at(-1),
    flatSha1: createHash('sha1').update(JSON.stringify(flat)).digest('hex'),
  };
}

function flatten(value: FormValue, path: readonly unknown[]): unknown[] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value).flatMap(([key, item]) =>
    flatten(item, [...path, /^\d+$/.test(key) ? Number(key) : key]),
  );
}

function matches(id: string, pattern: string): boolean {
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}
