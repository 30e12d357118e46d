import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { webSocket } from '@mortise/ws/node';
import { createApp, serve, type ServerHandle } from 'mortise';
import { WebSocket } from 'ws';
import { type OpenSockets, openSockets } from '../src/live/open-sockets.js';
import { PERSON } from '../src/people/person.js';

let server: ServerHandle;
let sockets: OpenSockets;

beforeAll(async () => {
  sockets = await openSockets(memoryPubSub(), 50);
  const app = createApp({ layers: [session({ store: memoryStore() })] });
  app.get('/', (request, response) => {
    const reader = { id: 1, name: 'reader', role: 'reader' } as const;
    return webSocket(request.withAttribute(PERSON, reader), response, {
      onOpen: (socket) => {
        sockets.add(socket);
      },
      onClose: (socket) => {
        sockets.remove(socket);
      },
    });
  });
  server = await serve(app, { port: 0, upgrades: true });
});
afterAll(async () => {
  await sockets.close();
  await server.close();
});

it('closes a socket of a person when its session can have ended', async () => {
  const socket = new WebSocket(server.url.replace('http', 'ws'));
  expect((await once(socket, 'close'))[0]).toBe(1008);
});
