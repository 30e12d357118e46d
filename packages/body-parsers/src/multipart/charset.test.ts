import { describe, expect, it } from '@jest/globals';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { arriving, BOUNDARY, CONTENT_TYPE } from '../../test/form-bytes.js';
import { bodyParser } from '../index.js';
import { multipartForm, multipartParts } from './index.js';

/** A form with one part. */
function formOf(parameters: string, type: string, bytes: readonly number[]): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${parameters}\r\n${type}\r\n`;
  return Buffer.concat([
    Buffer.from(head),
    Buffer.from(bytes),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

async function fieldsOf(form: Buffer, type = CONTENT_TYPE): Promise<unknown> {
  const reader = multipartForm({ factories, storage: createTemporaryStorage() });
  const request = factories
    .createServerRequest('POST', 'http://example.test/')
    .withHeader('Content-Type', type)
    .withBody(factories.createStream(form));
  const parsed = await bodyParser({ factories, readers: { 'multipart/form-data': reader } })(
    request,
  );
  return parsed.getParsedBody();
}

async function partOf(form: Buffer): Promise<{ text: string; bytes: number[] }> {
  const [read, again] = [1, 2].map(() => multipartParts(arriving([form]), CONTENT_TYPE));
  const text = await (await read?.next())?.value?.text();
  const bytes = await (await again?.next())?.value?.bytes();
  return { text: text ?? '', bytes: [...(bytes ?? [])] };
}

const charset = (label: string) => `Content-Type: text/plain; charset=${label}\r\n`;

describe('the text of a part', () => {
  it.each<[string, readonly number[], string]>([
    ['', [0xc3, 0xa9], 'é'],
    ['Content-Type: text/plain\r\n', [0xe9], '\ufffd'],
    [charset('utf-8'), [0xc3, 0xa9], 'é'],
    [charset('utf-8'), [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
    [charset('ISO-8859-1'), [0xe9], 'é'],
    [charset('"windows-1252"'), [0x80], '€'],
    [charset('utf-16le'), [0x61, 0, 0x62, 0], 'ab'],
    [charset('utf-16le'), [0xff, 0xfe, 0x61, 0], 'a'],
    [charset('shift_jis'), [0x82, 0xa0], 'あ'],
    [charset('us-ascii'), [], ''],
  ])('with the header %j and the bytes %j is %j', async (type, bytes, text) => {
    const form = formOf('name="v"', type, bytes);
    expect(await fieldsOf(form)).toEqual({ v: text });
    expect(await partOf(form)).toEqual({ text, bytes });
  });

  it('of a file is read in its charset too, without a byte order mark', async () => {
    const file = (label: string, bytes: readonly number[]) =>
      partOf(formOf('name="v"; filename="f"', charset(label), bytes));
    expect(await file('iso-8859-1', [0xe9])).toEqual({ text: 'é', bytes: [0xe9] });
    expect((await file('utf-8', [0xef, 0xbb, 0xbf, 0x61])).text).toBe('a');
  });

  it('in an unknown charset is 415, and names it; its bytes can be read', async () => {
    const wanted = {
      code: 'BODY_CHARSET',
      status: 415,
      message: expect.stringContaining('"klingon"') as unknown,
    };
    for (const parameters of ['name="v"', 'name="v"; filename="f"']) {
      const form = formOf(parameters, charset('klingon'), [0xe9]);
      const parts = multipartParts(arriving([form]), CONTENT_TYPE);
      await expect((await parts.next()).value?.text()).rejects.toMatchObject(wanted);
      const again = multipartParts(arriving([form]), CONTENT_TYPE);
      expect([...((await (await again.next()).value?.bytes()) ?? [])]).toEqual([0xe9]);
    }
    await expect(fieldsOf(formOf('name="v"', charset('klingon'), []))).rejects.toMatchObject(
      wanted,
    );
    // The content of a file is not decoded.
    expect(await fieldsOf(formOf('name="v"; filename="f"', charset('klingon'), []))).toEqual({});
  });

  it('does not depend on the charset of the form, or on a field _charset_', async () => {
    const form = formOf('name="v"', '', [0xc3, 0xa9]);
    expect(await fieldsOf(form, `${CONTENT_TYPE}; charset=iso-8859-1`)).toEqual({ v: 'é' });
    const named = formOf('name="_charset_"', '', [...Buffer.from('iso-8859-1')]);
    const both = Buffer.concat([named.subarray(0, -`--${BOUNDARY}--\r\n`.length), form]);
    expect(await fieldsOf(both)).toEqual({ _charset_: 'iso-8859-1', v: 'é' });
  });
});
