import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp, serve, type ServerHandle } from 'mortise';
import { implementations } from '../../../tooling/testing/implementations.js';
import { clientsOf, http } from './servers.js';

const servers: ServerHandle[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe.each(implementations)('a body that a handler forwards, with %s', (_, factories) => {
  const client = clientsOf(factories);

  it.each([
    ['a malformed chunk', 'ZZ\r\n', {}, 400],
    ['a body that stops', '', { bodyIdleTimeout: 50, checkInterval: 10 }, 408],
  ])('has the status of its failure: %s', async (_of, bytes, limits, status) => {
    const url = await http((incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.end());
    });
    const logged: unknown[] = [];
    const logger = { error: (line: unknown) => logged.push(line), info: () => undefined };
    const app = createApp({ factories, logger });
    const sending = client({});
    app.post(
      '/',
      (request) =>
        sending.sendRequest(factories.createRequest('POST', url).withBody(request.getBody())),
      { body: false },
    );
    const server = await serve(app, { port: 0, limits });
    servers.push(server);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
    setTimeout(() => socket.write(bytes), 20);
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(logged).toEqual([]);
  });
});
