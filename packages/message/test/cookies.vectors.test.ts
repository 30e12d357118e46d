import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { factories as plain } from '@mortise/message-plain';
import { factories as lazy } from '../src/index.js';
import { comparable, type Encoded, fromPhp } from './php-value.js';
import { sourceOf } from './source.js';

interface Row {
  readonly id: string;
  readonly input: { readonly cookie?: Encoded };
  readonly expect: { readonly slim?: Encoded };
}

const rows = (read('./fixtures/cookies.json') as Row[]).filter(({ input }) => 'cookie' in input);
const deviations = read('../../../docs/deviations/cookies.json') as { rows: string[] }[];
const deviating = new Set(deviations.flatMap((deviation) => deviation.rows));

describe.each([
  ['message', lazy],
  ['message-plain', plain],
])('getCookieParams of %s', (_name, factories) => {
  it.each(rows.filter(({ id }) => !deviating.has(id)))('holds: $id', (row) => {
    const request = factories.createServerRequestFromSource(
      sourceOf({ rawHeaders: ['Cookie', fromPhp(row.input.cookie ?? '') as string] }),
    );
    expect(comparable(request.getCookieParams())).toEqual({
      ...(comparable(row.expect.slim) as object),
    });
  });

  it('joins the fields that HTTP/2 sends one by one', () => {
    const rawHeaders = ['cookie', 'a=1', 'accept', '*/*', 'cookie', 'b=2'];
    const request = factories.createServerRequestFromSource(sourceOf({ rawHeaders }));
    expect({ ...request.getCookieParams() }).toEqual({ a: '1', b: '2' });
  });
});

function read(path: string): unknown {
  const root = expect.getState().testPath ?? '';
  return JSON.parse(readFileSync(new URL(path, `file://${root}`), 'utf8'));
}
