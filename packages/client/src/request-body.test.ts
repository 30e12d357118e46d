import { describe, expect, it } from '@jest/globals';
import { type EndpointDescription, file, files } from '@mortise/contract';
import * as z from 'zod';
import { requestBody } from './request-body.js';

const schema = z.object({ n: z.int() });
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const JSON_TYPE = 'application/json';

const blob = (text: string): Blob => new Blob([text]);

it.each([Uint8Array.of(1), Buffer.from('a'), 7, null, { a: 1 }])(
  'a raw body that is neither a string nor a Blob is refused, instead of sent as JSON: %p',
  (body) => {
    const types = ['text/csv'];
    const expected = 'expected a string or a Blob, such as new Blob([bytes])';
    expect(() => requestBody('POST /a', { accepts: types }, body)).toThrow(expected);
  },
);

it('bytes are never written as JSON members', () => {
  const accepts = ['application/octet-stream', 'application/json'];
  expect(() => requestBody('POST /a', { accepts }, Uint8Array.of(1))).toThrow('expected a string');
  expect(requestBody('POST /a', { accepts }, { a: 1 }).type).toBe('application/json');
});

/** The entries of a form, with the text of its files. */
async function entriesOf({ body }: { readonly body: unknown }): Promise<unknown[]> {
  expect(body).toBeInstanceOf(FormData);
  return Promise.all(
    [...(body as FormData)].map(async ([name, value]) => [
      name,
      typeof value === 'string' ? value : `file ${await value.text()}`,
    ]),
  );
}

describe('requestBody', () => {
  it.each<[string, EndpointDescription, unknown, object]>([
    ['no body', { body: schema }, undefined, { body: null, type: null }],
    ['null as JSON', { body: schema }, null, { body: 'null', type: JSON_TYPE }],
    ['JSON by default', { body: schema }, { n: 1 }, { body: '{"n":1}', type: JSON_TYPE }],
    [
      'JSON if no accepted type is known',
      { body: schema, accepts: ['text/csv'] },
      { n: 1 },
      { body: '{"n":1}', type: JSON_TYPE },
    ],
    [
      'the first accepted JSON type',
      { body: schema, accepts: [FORM, MULTIPART, 'a/b+json', JSON_TYPE] },
      { n: 1 },
      { body: '{"n":1}', type: 'a/b+json' },
    ],
    [
      'a form rather than a multipart form',
      { body: schema, accepts: [MULTIPART, FORM] },
      { n: 1, on: true },
      { body: 'n=1&on=true', type: FORM },
    ],
    [
      'dates in a form as text',
      { body: schema, accepts: [FORM] },
      { at: [new Date(0)] },
      { body: 'at%5B0%5D=1970-01-01T00%3A00%3A00.000Z', type: FORM },
    ],
    [
      'text without a schema as the first type',
      { accepts: ['text/csv', JSON_TYPE] },
      'a',
      { body: 'a', type: 'text/csv' },
    ],
    [
      'text with a schema as JSON',
      { body: z.string(), accepts: [JSON_TYPE] },
      'a',
      { body: '"a"', type: JSON_TYPE },
    ],
    ['text as JSON if no type is named', {}, 'a', { body: '"a"', type: JSON_TYPE }],
    [
      'an object without a schema as JSON',
      { accepts: ['text/csv', 'a/b+json'] },
      { n: 1 },
      { body: '{"n":1}', type: 'a/b+json' },
    ],
  ])('sends %s', (_what, description, body, expected) => {
    expect(requestBody('POST /a', description, body)).toEqual(expected);
  });

  it('sends a blob without a schema unchanged', () => {
    const body = blob('a');
    expect(requestBody('POST /a', { accepts: ['image/png'] }, body)).toEqual({
      body,
      type: 'image/png',
    });
  });

  it('sends a multipart form if it is the only accepted form, and the platform sets its type', async () => {
    const sent = requestBody(
      'POST /a',
      { body: schema, accepts: ['text/csv', MULTIPART] },
      { n: 1, l: ['a'] },
    );
    expect(sent.type).toBeNull();
    expect(await entriesOf(sent)).toEqual([
      ['n', '1'],
      ['l[0]', 'a'],
    ]);
  });

  it('sends files after the fields; the names of lists end with brackets', async () => {
    const description = { files: { one: file(), many: files() }, accepts: [JSON_TYPE] };
    const sent = requestBody(
      'POST /a',
      description,
      { n: 1 },
      { one: blob('1'), many: [blob('2'), undefined, blob('3')], none: undefined },
    );
    expect(sent.type).toBeNull();
    expect(await entriesOf(sent)).toEqual([
      ['n', '1'],
      ['one', 'file 1'],
      ['many[]', 'file 2'],
      ['many[]', 'file 3'],
    ]);
  });

  it('sends an empty multipart form if a call has neither files nor fields', async () => {
    expect(await entriesOf(requestBody('POST /a', { files: { one: file() } }, undefined))).toEqual(
      [],
    );
  });
});
