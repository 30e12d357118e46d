/** Bodies that are read as streams after a layer outside has read them. */
import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface, StreamInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { linesOf } from '../src/index.js';
import { parts } from '../src/multipart/index.js';
import { arriving, CONTENT_TYPE, cut, field, formBytes } from './form-bytes.js';

const FORM = formBytes([field('a', '1'), field('b', '2')]);
const LINES = new TextEncoder().encode('a\nb');

async function lines(request: ServerRequestInterface): Promise<string[]> {
  const all: string[] = [];
  for await (const line of linesOf(request)) all.push(line);
  return all;
}

async function fields(request: ServerRequestInterface): Promise<string[]> {
  const all: string[] = [];
  for await (const part of parts(request)) all.push(await part.text());
  return all;
}

describe.each(implementations)('with %s', (_, factories) => {
  const request = (body: StreamInterface): ServerRequestInterface =>
    factories.createServerRequest('POST', '/').withBody(body);
  const streaming = (bytes: Uint8Array) =>
    factories.createStreamFromResource(arriving(cut(bytes, Infinity)));

  it.each([
    ['linesOf', lines, LINES, ['a', 'b']],
    ['parts', fields, FORM, ['1', '2']],
  ])(
    '%s refuses a body of which a part was read, and reads one in memory from its start',
    async (_name, read, bytes, all) => {
      const type = bytes === LINES ? 'a/b' : CONTENT_TYPE;
      for (const length of [1, bytes.length]) {
        const consumed = request(streaming(bytes)).withHeader('Content-Type', type);
        await consumed.getBody().read(length);
        const wanted = {
          code: 'BODY_CONSUMED',
          message: expect.stringContaining('register the route with { body: false }'),
        };
        await expect(read(consumed)).rejects.toMatchObject(wanted);
        const kept = request(factories.createStream(bytes)).withHeader('Content-Type', type);
        await kept.getBody().read(length);
        expect(await read(kept)).toEqual(all);
      }
    },
  );
});
