import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { multipartParts } from '../src/multipart/index.js';
import { parseFormBody } from '../src/index.js';
import { CONTENT_TYPE, field, file, formBytes } from './form-bytes.js';

const server = createServer((request, response) => void answer(request, response));
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

describe('a request of node:http', () => {
  it('is read part by part, and gets its response as soon as a part is refused', async () => {
    expect(await post(formBytes([field('a', '1'), file('f', 'xyz')]))).toEqual([
      200,
      '[["a",1],["f",3]]',
    ]);
    const large = formBytes([file('f', Buffer.alloc(2 ** 20)), file('g', Buffer.alloc(2 ** 20))]);
    expect(await post(large)).toEqual([413, 'BODY_PART_TOO_LARGE']);
  });
});

describe('parseFormBody', () => {
  it('needs no media type for UTF-8', () => {
    expect(parseFormBody(Buffer.from('a[b]=é'))).toEqual({ a: { b: 'é' } });
  });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const seen: unknown[] = [];
  try {
    const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    const type = request.headers['content-type'] ?? '';
    for await (const part of multipartParts(body, type, { maxFileBytes: 1000 })) {
      seen.push([part.name, (await part.bytes()).length]);
    }
    response.end(JSON.stringify(seen));
  } catch (error) {
    const { status, code } = error as { status: number; code: string };
    response.writeHead(status).end(code);
  }
}

async function post(body: Uint8Array): Promise<[number, string]> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = { 'Content-Type': CONTENT_TYPE };
  const init = { method: 'POST', body, headers };
  const response = await fetch(`http://127.0.0.1:${port}/`, init);
  return [response.status, await response.text()];
}
