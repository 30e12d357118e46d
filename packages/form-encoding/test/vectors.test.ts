import { createHash } from 'node:crypto';
import { comparable, runVectors, type VectorRow } from '../../../tooling/vectors/index.js';
import { type FormMap, type FormValue, parseForm } from '../src/index.js';
import { fromFixture } from './php-value.js';

interface Row extends VectorRow {
  readonly input: { readonly raw: unknown; readonly ini?: Readonly<Record<string, string>> };
  readonly expect: {
    readonly value?: unknown;
    readonly summary?: Summary;
    /** What `$_POST` holds, where that is something else. */
    readonly post?: unknown;
    readonly postSummary?: Summary;
  };
}

interface Summary {
  readonly count: number;
  readonly leafCount: number;
  readonly firstLeaf: unknown;
  readonly lastLeaf: unknown;
  readonly flatSha1: string;
}

runVectors<Row, null>({
  file: 'urlencoded',
  subjects: { parseForm: null },
  ours: (row) => ({
    // The setting is for queries alone.
    parse_str: ours(row, (row.input.ini?.['arg_separator.input'] ?? '&') as '&'),
    $_POST: ours(row, '&'),
  }),
  references: ({ expect: { value, summary, post = value, postSummary = summary } }) => ({
    php: comparable({
      parse_str: summary ?? fromFixture(value),
      $_POST: postSummary ?? fromFixture(post),
    }),
  }),
});

/** With PHP's limits and names, cut as PHP cuts. */
function ours({ input: { raw, ini = {} }, expect: { summary } }: Row, separators: '&'): unknown {
  const form = parseForm(bytes(raw), {
    phpNames: true,
    onLimit: 'truncate',
    maxDepth: Number(ini.max_input_nesting_level ?? 64),
    maxParameters: Number(ini.max_input_vars ?? 1000),
    separators,
  });
  return summary === undefined ? form : summarize(form);
}

function bytes(raw: unknown): Uint8Array {
  if (typeof raw === 'string') return Buffer.from(raw);
  return Buffer.from((raw as { $b64: string }).$b64, 'base64');
}

function summarize(form: FormMap): Summary {
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
