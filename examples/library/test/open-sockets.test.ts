import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { rooms, webSocket } from '@mortise/ws/node';
import { createApp, serve, type ServerHandle, text } from 'mortise';
import { WebSocket } from 'ws';
import { endWithSession } from '../src/live/open-sockets.js';
import { PERSON } from '../src/people/person.js';

const HOUR = 3_600_000;
let server: ServerHandle;

beforeAll(async () => {
  const all = rooms({ bus: memoryPubSub() });
  const cookie = { secure: false };
  const layer = session({ store: memoryStore(), cookie, absoluteTtl: 1_000 });
  const app = createApp({ layers: [layer] });
  app.get('/begin', (request, response) => {
    sessionOf(request).set('begun', true);
    return text(response, '');
  });
  app.get('/{longest}', (request, response, { longest }) => {
    const reader = { id: 1, name: 'reader', role: 'reader' } as const;
    return webSocket(request.withAttribute(PERSON, reader), response, {
      onOpen: (socket) => endWithSession(all, socket, Number(longest)),
    });
  });
  server = await serve(app, { port: 0, upgrades: true });
  server.onClosed(() => all.close());
});
afterAll(() => server.close());

it.each([
  ['can have ended', 50],
  ['ends, however long it could be idle', HOUR],
])('closes a socket of a person when its session %s', async (_, longest) => {
  const begun = await fetch(`${server.url}/begin`);
  const Cookie = begun.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const url = `${server.url.replace('http', 'ws')}/${longest}`;
  const socket = new WebSocket(url, { headers: { Cookie } });
  expect((await once(socket, 'close'))[0]).toBe(1008);
});
