import { afterEach, describe, expect, it } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { memoryPubSub } from '@mortise/pubsub';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { rooms, webSocket } from '../src/node/index.js';
import { exchange, opened } from './clients.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { closeServers, quietApp, served } from './served.js';

afterEach(closeServers);

const COUNT = 20;
const names = Array.from({ length: COUNT }, (_, at) => String(at));
const context = new AsyncLocalStorage<string>();

describe.each(implementations)('callbacks of connections (%s)', (_, factories) => {
  /** Connections of all names at once; each callback notes the context in which it ran, by name. */
  async function connections() {
    const seen = new Map<string, string[]>(names.map((name) => [name, []]));
    const ended: Promise<void>[] = [];
    const app = quietApp(factories);
    app.get('/{name}', async (request, response, { name }) => {
      const note = (): void => void seen.get(name)?.push(String(context.getStore()));
      let end = (): void => undefined;
      ended.push(new Promise((resolve) => (end = resolve)));
      await Promise.resolve();
      return context.run(name, () =>
        webSocket(request, response, {
          onOpen: note,
          onMessage: async (socket, message) => {
            note();
            await Promise.resolve();
            note();
            socket.send(message);
          },
          onClose: () => {
            note();
            end();
          },
        }),
      );
    });
    const server = await served(app);
    const clients = await Promise.all(names.map((name) => opened(server.url, `/${name}`)));
    await Promise.all(clients.map((client) => exchange(client, 'a', 'b')));
    return { seen, clients, server, ended: () => Promise.all(ended) };
  }

  const own = new Map(names.map((name) => [name, Array.from({ length: 6 }, () => name)]));

  it.each([['close'], ['reset']])(
    'run in the context in which each was made, to a %s of all clients',
    async (way) => {
      const { seen, clients, ended } = await connections();
      for (const { socket } of clients) {
        if (way === 'close') socket.close();
        else socket.terminate();
      }
      await waitForEvent('the ends', ended());
      expect(seen).toEqual(own);
    },
  );

  it('of rooms run in the context of `rooms()`, not in that of a member', async () => {
    const found: unknown[] = [];
    const bus = memoryPubSub();
    const chat = context.run('rooms', () =>
      rooms({
        bus: {
          publish: (topic, ...message) => {
            if (topic === 'rooms:counts') found.push(context.getStore());
            return bus.publish(topic, ...message);
          },
          subscribe: (...listener) => bus.subscribe(...listener),
        },
      }),
    );
    const app = quietApp(factories);
    app.get('/{name}', (request, response, { name }) =>
      context.run(name, () =>
        webSocket(request, response, { onOpen: (socket) => chat.join(socket, 'tea') }),
      ),
    );
    const server = await served(app);
    await Promise.all(names.map((name) => opened(server.url, `/${name}`)));
    await waitFor(() => found.length > 0 && chat.count('tea').here === COUNT);
    expect(new Set(found)).toEqual(new Set(['rooms']));
  });

  it('run in it if the server closes', async () => {
    const { seen, server, ended } = await connections();
    await context.run('the server', () => server.close());
    await waitForEvent('the ends', ended());
    expect(seen).toEqual(own);
  });
});
