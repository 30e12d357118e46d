import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApp, serve, type ServerHandle, text } from 'mortise';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { NONCE, secureHeaders } from '../src/index.js';

let server: ServerHandle;
beforeAll(async () => {
  const app = createApp();
  app.get('/', (_request, response) => text(response, 'page'));
  app.add(secureHeaders({ contentSecurityPolicy: { scriptSrc: ["'self'", NONCE] } }));
  server = await serve(app, { port: 0 });
});
afterAll(() => server.close());

it.each([
  ['a forwarded scheme', '/', 'X-Forwarded-Proto: https\r\nForwarded: proto=https\r\n'],
  ['a policy', '/', "Content-Security-Policy: script-src 'unsafe-inline'\r\n"],
  ['a nonce', '/?nonce=abc', 'Nonce: abc\r\n'],
  ['a long header of the same name', '/', `X-Frame-Options: ${'a'.repeat(15_000)}\r\n`],
])('a client cannot change the headers by %s', async (_, target, fields) => {
  const usual = await headOf('/', '');
  expect(usual).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nX-Frame-Options: SAMEORIGIN\r\n/);
  expect(await headOf(target, fields)).toBe(usual);
});

it('a target of https on a connection without TLS is refused', async () => {
  expect(await headOf('https://a.test/', '')).toMatch(/^HTTP\/1\.1 421 /);
});

/** The head of a response, without its date. */
async function headOf(target: string, fields: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  socket.write(`GET ${target} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n${fields}\r\n`);
  await waitForEvent('the connection to close', once(socket, 'close'));
  return String(received.split('\r\n\r\n')[0]).replace(/^Date: .*$/m, '');
}
