import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from '@jest/globals';
import { comparable } from '../../../tooling/vectors/index.js';
import { ours, type PhpInput } from './php-form.js';
import { publicBusboy } from './public-busboy.js';

interface Row {
  readonly id: string;
  readonly area: string;
  readonly input: PhpInput;
}

/**
 * What the two hooks of `busboy-parser.ts` are for. If a version of busboy, or another parser, makes these
 * numbers smaller, the hooks cost more than they are worth.
 */
it('the public interface of busboy alone loses 24 rows', async () => {
  const url = new URL('fixtures/multipart.json', import.meta.url);
  const rows = JSON.parse(readFileSync(url, 'utf8')) as readonly Row[];
  const lost: Record<string, number> = {};
  for (const { area, input } of rows) {
    const [answer, other] = [await ours(input), await publicBusboy(input)];
    const expected = '$error' in answer ? null : answer;
    if (!isDeepStrictEqual(plain(expected), plain(other))) lost[area] = (lost[area] ?? 0) + 1;
  }
  expect(lost).toEqual({
    // A part without a name is dropped.
    anonymous: 1,
    // Single quotes; quotes that do not match; parts without a name, again.
    disposition: 5,
    filename: 3,
    // A delimiter line that continues in another way; a Content-Type without a value.
    file: 2,
    // And an empty body is an error.
    structure: 3,
    // An empty file input is a field.
    'file-names-mangled': 1,
    'file-nested': 1,
    'file-none': 2,
    limits: 1,
    // filename* and name* count.
    rfc2231: 3,
    // Lines that end in LF make an empty form.
    'lf-only': 1,
    // A media type that is not valid becomes text/plain.
    'max-file-size-field': 1,
  });
});

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(comparable(value)));
}
