import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type FormMap, type FormValue, parseForm } from '../src/index.js';
import { fromFixture, plain } from './php-value.js';

interface Row {
  readonly id: string;
  readonly input: { readonly raw: unknown; readonly ini?: Readonly<Record<string, string>> };
  readonly expect: {
    readonly value?: unknown;
    readonly summary?: Summary;
    /** What `$_POST` holds, where that is something else. */
    readonly post?: unknown;
    readonly postSummary?: Summary;
  };
}

interface Deviation {
  readonly rows: readonly string[];
  /** Default: both. */
  readonly only?: readonly Source[];
}

type Source = 'parse_str' | '$_POST';

interface Summary {
  readonly count: number;
  readonly leafCount: number;
  readonly firstLeaf: unknown;
  readonly lastLeaf: unknown;
  readonly flatSha1: string;
}

const rows = read('./fixtures/urlencoded.json') as Row[];
const deviations = read('../../../docs/deviations/urlencoded.json') as Deviation[];

describe.each(['parse_str', '$_POST'] as const)('parseForm gives what %s gives', (source) => {
  const deviating = deviations
    .filter(({ only }) => only === undefined || only.includes(source))
    .flatMap((deviation) => deviation.rows);

  it.each(rows.filter(({ id }) => !listed(id)))('$id', (row) => {
    expect(ours(row, source)).toEqual(theirs(row, source));
  });

  it.each(rows.filter(({ id }) => listed(id)))('but for $id, a documented deviation', (row) => {
    expect(ours(row, source)).not.toEqual(theirs(row, source));
  });

  it.each(deviating)('the deviation %s names a row', (pattern) => {
    expect(rows.some(({ id }) => matches(id, pattern))).toBe(true);
  });

  function listed(id: string): boolean {
    return deviating.some((pattern) => matches(id, pattern));
  }
});

/** With PHP's limits and names, cut as PHP cuts. */
function ours(row: Row, source: Source): unknown {
  const { input } = row;
  const { raw, ini = {} } = input;
  const form = parseForm(bytes(raw), {
    phpNames: true,
    onLimit: 'truncate',
    maxDepth: Number(ini.max_input_nesting_level ?? 64),
    maxParameters: Number(ini.max_input_vars ?? 1000),
    // For queries alone.
    separators: (source === '$_POST' ? '&' : (ini['arg_separator.input'] ?? '&')) as '&',
  });
  return row.expect.summary === undefined ? plain(form) : summarise(form);
}

function theirs({ expect }: Row, source: Source): unknown {
  const { value, summary, post = value, postSummary = summary } = expect;
  if (source === '$_POST') return postSummary ?? plain(fromFixture(post));
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
