import { expect, it } from '@jest/globals';
import { parseMediaType } from '@mortise/http-syntax';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { BOUNDARY, CONTENT_TYPE, field, file, formBytes } from '../../test/form-bytes.js';
import { multipartForm } from './form-reader.js';
import type { MultipartOptions } from './multipart-options.js';

const storage = createTemporaryStorage();
const type = parseMediaType(CONTENT_TYPE);

async function readForm(bytes: Buffer, options: MultipartOptions, position = 0) {
  if (type === null) throw new Error('not a media type');
  const body = factories.createStream(bytes);
  body.seek(position);
  const request = factories
    .createServerRequest('POST', '/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(body);
  const read = await multipartForm({ factories, ...options, storage })(request, type);
  await request.getLifetime().end();
  return read;
}

it('a form that was partly read is read from its start', async () => {
  const read = await readForm(formBytes([field('a', '1'), field('b', '2')]), {}, 30);
  expect(read.getParsedBody()).toEqual({ a: '1', b: '2' });
});

it('the progress of a form has its size, if that is known', async () => {
  const bytes = formBytes([field('a', '1'), file('f', 'x'.repeat(100))]);
  const calls: unknown[] = [];
  await readForm(bytes, { onProgress: (received, total) => calls.push([received, total]) });
  expect(calls.at(-1)).toEqual([bytes.length, bytes.length]);
});

it('a form of a known size over the limit is refused before anything is read', async () => {
  const bytes = formBytes([field('a', '1')]);
  let calls = 0;
  const onProgress = () => {
    calls++;
  };
  const limited = readForm(bytes, { onProgress, maxBytes: bytes.length - 1 });
  await expect(limited).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
  expect(calls).toBe(0);
  await readForm(bytes, { onProgress, maxBytes: bytes.length });
  expect(calls).toBeGreaterThan(0);
});

const part = (name: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
const end = `--${BOUNDARY}--`;

it.each([
  ['no closing delimiter', part('a'), 'the closing delimiter is missing'],
  [
    'a delimiter after the closing one',
    `${part('a')}${end}\r\n${part('b')}${end}`,
    'a delimiter line follows the closing delimiter',
  ],
  [
    'no part after a delimiter',
    `${part('a')}--${BOUNDARY}\r\n\r\n${end}`,
    'a delimiter line is not followed by a part',
  ],
])('a form with %s is refused', async (_what, form, problem) => {
  await expect(readForm(Buffer.from(form), {})).rejects.toMatchObject({
    code: 'BODY_MALFORMED',
    message: `The multipart form in the request body is invalid: ${problem}.`,
  });
});

it('a file name with wrong brackets is refused, and truncated at 80 characters in the message', async () => {
  const name = `a[${'x'.repeat(100)}`;
  await expect(readForm(formBytes([file(name, '1')]), {})).rejects.toMatchObject({
    code: 'BODY_PART_HEADER',
    message: expect.stringContaining(`"${name.slice(0, 80)}"`),
  });
});
