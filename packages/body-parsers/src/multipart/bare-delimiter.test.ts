import { describe, expect, it } from '@jest/globals';
import { arriving, BOUNDARY, CONTENT_TYPE, cut } from '../../test/form-bytes.js';
import { BodyError } from '../body-error.js';
import { multipartParts } from './index.js';

const DELIMITER = `--${BOUNDARY}`;
const head = (name: string) => `\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
const A = `${DELIMITER}${head('a')}v\r\n`;
const B = `${DELIMITER}${head('b')}w\r\n`;
const FILE = `${DELIMITER}${head('f"; filename="x')}`;
const END = `${DELIMITER}--`;
const LONG = 'x'.repeat(100);

/** How a form is read, in chunks of every size: each different outcome once. */
async function outcomesOf(form: string): Promise<unknown[]> {
  const bytes = Buffer.from(form, 'latin1');
  const seen = new Map<string, unknown>();
  for (let size = 1; size <= bytes.length; size++) {
    const outcome = await readAll(bytes, size);
    seen.set(JSON.stringify(outcome), outcome);
  }
  return [...seen.values()];
}

/** The parts that are read, and the error after them. */
async function readAll(bytes: Buffer, size: number): Promise<unknown[]> {
  const all: unknown[] = [];
  try {
    const limits = { maxFileBytes: 2 * LONG.length + 50 };
    for await (const part of multipartParts(arriving(cut(bytes, size)), CONTENT_TYPE, limits)) {
      all.push([part.name, await part.text()]);
    }
  } catch (error) {
    all.push(error instanceof BodyError ? `${error.code} ${error.status}` : error);
  }
  return all;
}

describe.each([
  ['LF', '\n'],
  ['CR', '\r'],
])('a delimiter after a bare %s', (_, end) => {
  it.each([
    ['at the beginning', end + A + B + END, []],
    ['at the beginning, after two', end + end + A + END, []],
    ['after text', `x${end}${A}${END}`, []],
    ['after an empty line', `\r\n${end}${A}${B}${END}`, []],
    ['after a line of text', `\r\nx${end}${A}${END}`, []],
    ['in a field', `${A.trimEnd()}${end}${B}${END}`, []],
    ['in a field, after CRLF', `${A}${end}${B}${END}`, []],
    ['in an empty field', `${DELIMITER}${head('a')}${end}${B}${END}`, []],
    ['in a later field', `${A}${B.trimEnd()}${end}${A}${END}`, [['a', 'v']]],
    ['in a file', `${A}${FILE}${LONG}${end}${B}${END}`, [['a', 'v']]],
    ['in a file, after CRLF', `${FILE}${LONG}\r\n${end}${B}${END}`, []],
    ['in a file, after a boundary within a line', `${FILE}x${END}${LONG}${end}${B}${END}`, []],
    ['as the closing one', `${A.trimEnd()}${end}${END}\r\n`, []],
    ['as the closing one, before another', `${A.trimEnd()}${end}${END}\r\nmore\r\n${END}`, []],
    ['that continues in another way', `${A.trimEnd()}${end}${DELIMITER}x\r\n${END}`, []],
    ['after another delimiter', `${DELIMITER}${end}${A}${END}`, []],
  ])('is refused with 400 %s, after the parts before it', async (__, form, parts) => {
    expect(await outcomesOf(form)).toEqual([[...parts, 'BODY_MALFORMED 400']]);
  });

  it('is not read after a limit that was exceeded before it', async () => {
    const large = `${FILE}${LONG}${LONG}${LONG}${end}${B}${END}`;
    expect(await outcomesOf(large)).toEqual([['BODY_PART_TOO_LARGE 413']]);
  });

  it.each([
    ['an incomplete boundary', `v${end}${DELIMITER.slice(0, -1)}x`],
    ['an incomplete boundary at the end', `v${end}${DELIMITER.slice(0, -1)}`],
    ['a boundary within a line', `v${end}x${DELIMITER}${LONG}`],
    ['several line ends', `${end}${end}--${end}-${LONG}${end}`],
  ])('does not include %s, which is content', async (__, content) => {
    const value = `${FILE}${content}\r\n${B}${END}`;
    expect(await outcomesOf(value)).toEqual([
      [
        ['f', content],
        ['b', 'w'],
      ],
    ]);
  });
});

it('says what is wrong, and what to do', async () => {
  const found = multipartParts(arriving([Buffer.from(`\n${A}${END}`)]), CONTENT_TYPE);
  await expect(found.next()).rejects.toThrow(
    'The multipart form in the request body is invalid: a delimiter line does not begin after CRLF; end every line with CRLF',
  );
});
