import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
// @ts-expect-error it has no types of its own
import compression from 'compression';
import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { type ConnectHandler, fromConnect } from '../src/index.js';
import { client, closeClients } from './http2-client.js';
import { answer, bytes, closeServers, serving, streamed } from './serving.js';
import { waitForEvent } from './wait-for.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const LINES = 40_000;
const TEXT = 'all the same\n'.repeat(LINES);
const FIELDS = { 'Content-Type': 'text/plain', 'Set-Cookie': ['a=1', 'b=2'] };

async function* inChunks(): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < 40; i++) yield bytes(TEXT.slice(0, TEXT.length / 40));
  await Promise.resolve();
}

/** The package of Express that rewrites what is written to Node's response. */
function servingCompressed(how: string, http2: boolean) {
  const compress = fromConnect((compression as () => ConnectHandler)(), factories);
  const inner = () =>
    how === 'in memory'
      ? answer(TEXT, 200, FIELDS)
      : streamed(inChunks(), { 'Content-Type': 'text/plain' }).withHeader('Set-Cookie', [
          'a=1',
          'b=2',
        ]);
  return serving((request) => compress.process(request, { handle: inner }), { http2 });
}

describe('compression below fromConnect', () => {
  it.each([
    ['in memory', false],
    ['in chunks', false],
    ['in memory', true],
    ['in chunks', true],
  ])('compresses a response of the application: %s (HTTP/2: %s)', async (how, http2) => {
    const { url, errors } = await servingCompressed(how, http2);
    const { headers, body } = await (http2 ? askHttp2(url) : askHttp1(url));
    expect([headers['content-encoding'], headers['content-length']]).toEqual(['gzip', undefined]);
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(body.length).toBeLessThan(TEXT.length / 10);
    expect(gunzipSync(body).toString()).toBe(TEXT);
    expect(errors).toEqual([]);
  });
});

type Answer = { readonly headers: Readonly<Record<string, unknown>>; readonly body: Buffer };

function askHttp1(url: string): Promise<Answer> {
  const response = new Promise<Answer>((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'gzip' };
    httpRequest(url, { headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        resolve({ headers: incoming.headers, body: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
  return waitForEvent('a response', response);
}

function askHttp2(url: string): Promise<Answer> {
  const response = new Promise<Answer>((resolve, reject) => {
    const stream = client(url).request({ 'accept-encoding': 'gzip' });
    const chunks: Buffer[] = [];
    let headers: Answer['headers'] = {};
    stream.on('response', (fields) => (headers = fields));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject).on('end', () => {
      resolve({ headers, body: Buffer.concat(chunks) });
    });
  });
  return waitForEvent('a response', response);
}
