import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { memoryPubSub, type PubSubInterface, type PubSubListener } from '@mortise/pubsub';
import { factories } from '@mortise/message';
import { busAt, type ConnectedBus } from '../../../tooling/testing/bus-at.js';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { type RoomCount, rooms, type RoomsOptions, webSocket } from '../src/node/index.js';
import type { WebSocketInterface } from '../src/index.js';
import { opened, type OpenClient } from './clients.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { closeServers, quietApp, served } from './served.js';

afterEach(closeServers);

/** A server whose sockets join the room of their path, as one process has it. */
async function roomServer(
  bus: Pick<PubSubInterface, 'publish' | 'subscribe'>,
  options: Partial<RoomsOptions> = {},
  made = factories,
) {
  const chat = rooms({ bus, onError: () => undefined, ...options });
  const app = quietApp(made);
  const sockets: WebSocketInterface[] = [];
  app.get('/{room}', (request, response, { room }) =>
    webSocket(request, response, {
      onOpen: async (socket) => {
        sockets.push(socket);
        await chat.join(socket, room);
        socket.send('joined');
      },
      onMessage: async (socket, message) => {
        if (message === 'leave') {
          chat.leave(socket, room);
          socket.send('left');
        } else await chat.publish(room, message, { except: socket });
      },
    }),
  );
  const server = await served(app);
  const join = async (room: string): Promise<OpenClient> => {
    const client = await opened(server.url, `/${room}`);
    await waitFor(() => client.messages.includes('joined'));
    client.messages.length = 0;
    return client;
  };
  return { chat, sockets, join, url: server.url };
}

/** Waits for the message that was sent last. */
async function received(client: OpenClient, last: string): Promise<OpenClient['messages']> {
  await waitFor(() => client.messages.includes(last));
  return client.messages;
}

describe.each(implementations)('rooms of two processes with %s', (_, made) => {
  const twoServers = async () => {
    const bus = memoryPubSub();
    return { here: await roomServer(bus, {}, made), there: await roomServer(bus, {}, made) };
  };

  it('send a message to the members of a room in every process, and to no others', async () => {
    const { here, there } = await twoServers();
    const members = [await here.join('tea'), await here.join('tea'), await there.join('tea')];
    const other = await there.join('coffee');
    await there.chat.publish('tea', 'hot');
    await here.chat.publish('tea', Uint8Array.of(0, 255));
    for (const room of ['tea', 'coffee']) await here.chat.publish(room, 'last');
    for (const member of members)
      expect(await received(member, 'last')).toEqual(['hot', Uint8Array.of(0, 255), 'last']);
    expect(await received(other, 'last')).toEqual(['last']);
  });

  it('do not send a message to its sender', async () => {
    const { here, there } = await twoServers();
    const [sender, near, far] = [
      await here.join('tea'),
      await here.join('tea'),
      await there.join('tea'),
    ];
    sender.socket.send('hello');
    for (const member of [near, far]) await received(member, 'hello');
    await there.chat.publish('tea', 'last');
    expect(await received(sender, 'last')).toEqual(['last']);
  });

  it('send nothing to a member that has left', async () => {
    const { here, there } = await twoServers();
    const [leaving, staying] = [await here.join('tea'), await here.join('tea')];
    leaving.socket.send('leave');
    await received(leaving, 'left');
    await there.chat.publish('tea', 'last');
    await received(staying, 'last');
    expect([leaving.messages, here.chat.count('tea').here]).toEqual([['left'], 1]);
  });

  it('remove a member whose connection has ended, including one that is lost', async () => {
    const { here } = await twoServers();
    const [closing, lost] = [await here.join('tea'), await here.join('tea')];
    expect(here.chat.count('tea').here).toBe(2);
    closing.socket.close();
    lost.socket.terminate();
    await waitFor(() => here.chat.count('tea').here === 0);
  });

  it('close the sockets of a room in every process, and no others', async () => {
    const { here, there } = await twoServers();
    const members = [await here.join('tea'), await there.join('tea')];
    const other = await there.join('coffee');
    await here.chat.disconnect('tea', 4001, 'signed out');
    for (const { closed } of members) expect(await closed).toEqual([4001, 'signed out']);
    await here.chat.publish('coffee', 'last');
    expect(await received(other, 'last')).toEqual(['last']);
  });

  it('count the members of all processes', async () => {
    const { here, there } = await twoServers();
    const leaving = await here.join('tea');
    for (let count = 0; count < 2; count++) await there.join('tea');
    for (const { chat } of [here, there]) await waitFor(() => chat.count('tea').all === 3);
    expect([here.chat.count('tea'), there.chat.count('tea')]).toEqual([
      { here: 1, all: 3 },
      { here: 2, all: 3 },
    ]);
    leaving.socket.close();
    await waitFor(() => there.chat.count('tea').all === 2);
    await there.chat.close();
    expect(there.chat.count('tea').here).toBe(0);
    await waitFor(() => here.chat.count('tea').all === 0);
  });
});

describe('rooms', () => {
  it('count the members of a process that says nothing any more for 30 seconds', async () => {
    const bus = memoryPubSub();
    let now = 0;
    const here = await roomServer(bus, { now: () => now });
    const there = await roomServer(bus);
    await here.join('tea');
    await there.join('tea');
    await waitFor(() => here.chat.count('tea').all === 2);
    now = 29_999;
    expect(here.chat.count('tea').all).toBe(2);
    now = 30_000;
    expect(here.chat.count('tea').all).toBe(1);
  });

  it('tell every process with members each count, when they know it', async () => {
    const bus = memoryPubSub();
    const told: [string, string, RoomCount][] = [];
    const note = (process: string) => (room: string, count: RoomCount) =>
      void told.push([process, room, count]);
    const here = await roomServer(bus, { onCount: note('here') });
    const there = await roomServer(bus, { onCount: note('there') });
    const of = (process: string) =>
      told.filter(([each]) => each === process).map(([, room, count]) => [room, count]);
    // At the same time: neither process knows of the other one's member yet.
    const [, leaving] = await Promise.all([here.join('tea'), there.join('tea')]);
    await waitFor(() => of('here').length === 2 && of('there').length === 2);
    expect([of('here'), of('there')]).toEqual(
      Array.from({ length: 2 }, () => [
        ['tea', { here: 1, all: 1 }],
        ['tea', { here: 1, all: 2 }],
      ]),
    );
    leaving.socket.close();
    await waitFor(() => of('here').length === 3);
    expect(told.slice(4)).toEqual([['here', 'tea', { here: 1, all: 1 }]]);
  });

  it('tell the count of members in one process at once, once for each change', async () => {
    const told: RoomCount[] = [];
    const { chat, sockets, join } = await roomServer(memoryPubSub(), {
      onCount: (_, count) => void told.push(count),
    });
    await join('tea');
    await join('tea');
    expect(told.splice(0)).toEqual([1, 2].map((count) => ({ here: count, all: count })));
    const [first] = sockets as [WebSocketInterface];
    chat.leave(first, 'tea');
    chat.leave(first, 'tea');
    expect(told).toEqual([{ here: 1, all: 1 }]);
  });

  it('report a gap of the bus by the name of the room', async () => {
    const bus = memoryPubSub();
    const listeners = new Map<string, PubSubListener>();
    const gaps: string[] = [];
    const watched = {
      publish: (...args: Parameters<PubSubInterface['publish']>) => bus.publish(...args),
      subscribe: (topic: string, listener: PubSubListener) => {
        listeners.set(topic, listener);
        return bus.subscribe(topic, listener);
      },
    };
    const { join } = await roomServer(watched, { onGap: (room) => void gaps.push(room) });
    await join('tea');
    listeners.get('rooms:room:tea')?.gap?.('rooms:room:tea');
    expect(gaps).toEqual(['tea']);
  });

  it('call "onGap", "onCount" and "onError" in the context in which they were made, not in that of a member', async () => {
    const context = new AsyncLocalStorage<string>();
    const bus = memoryPubSub();
    const seen = new Map<string, string | undefined>();
    let fails = false;
    let gap = (): void => undefined;
    const watched: Pick<PubSubInterface, 'publish' | 'subscribe'> = {
      publish: (...args) => (fails ? Promise.reject(new Error('away')) : bus.publish(...args)),
      subscribe: (topic, listener) => {
        if (topic === 'rooms:room:tea') gap = AsyncResource.bind(() => listener.gap?.(topic));
        return bus.subscribe(topic, listener);
      },
    };
    const noted = (name: string) => () => void seen.set(name, context.getStore());
    const options = {
      ...{ bus: watched, onGap: noted('gap') },
      ...{ onCount: noted('count'), onError: noted('error') },
    };
    const chat = context.run('the rooms', () => rooms(options));
    const app = quietApp(factories);
    app.get('/', (request, response) =>
      context.run('a member', () =>
        webSocket(request, response, {
          onOpen: async (socket) => {
            await chat.join(socket, 'tea');
            socket.send('joined');
          },
        }),
      ),
    );
    const { url } = await served(app);
    const member = await opened(url, '/');
    await received(member, 'joined');
    gap();
    fails = true;
    member.socket.close();
    await waitFor(() => seen.size === 3);
    fails = false;
    await chat.close();
    expect(Object.fromEntries(seen)).toEqual({
      ...{ gap: 'the rooms', count: 'the rooms', error: 'the rooms' },
    });
  });

  it('reject a member if the bus cannot be reached, and admit it later', async () => {
    const down = memoryPubSub();
    await down.close();
    let bus = down;
    const { chat, sockets, join, url } = await roomServer({
      publish: (...args) => bus.publish(...args),
      subscribe: (...args) => bus.subscribe(...args),
    });
    const { closed } = await opened(url, '/x');
    // The callback has rejected.
    expect((await waitForEvent('the close', closed))[0]).toBe(1011);
    expect([sockets.length, chat.count('x').here]).toEqual([1, 0]);
    bus = memoryPubSub();
    await join('x');
    expect(chat.count('x').here).toBe(1);
  });

  it('keep a member whose earlier join fails after it has left and joined again', async () => {
    const bus = memoryPubSub();
    let reject = (_error: Error): void => undefined;
    const failing = new Promise<never>((_resolve, refuse) => (reject = refuse));
    const first = new Set(['coffee']);
    const { chat, sockets, join } = await roomServer({
      publish: (...args) => bus.publish(...args),
      subscribe: (topic, ...args) => {
        const room = [...first].find((name) => topic.endsWith(name));
        if (room === undefined) return bus.subscribe(topic, ...args);
        first.delete(room);
        return failing;
      },
    });
    await join('tea');
    const [socket] = sockets as [WebSocketInterface];
    const earlier = chat.join(socket, 'coffee');
    chat.leave(socket, 'coffee');
    await chat.join(socket, 'coffee');
    reject(new Error('away'));
    await expect(earlier).rejects.toThrow('away');
    expect(chat.count('coffee').here).toBe(1);
  });

  it('admit no member after they were closed, nor one that waited for it', async () => {
    const bus = memoryPubSub();
    const { chat, sockets, join, url } = await roomServer(bus);
    await join('tea');
    const [socket] = sockets as [WebSocketInterface];
    const waiting = chat.join(socket, 'coffee');
    const closing = chat.close();
    const refused = { code: 'PUBSUB_UNAVAILABLE', status: 503 };
    await expect(waiting).rejects.toMatchObject(refused);
    await closing;
    await expect(chat.join(socket, 'tea')).rejects.toMatchObject(refused);
    const late = await opened(url, '/tea');
    expect((await waitForEvent('the close', late.closed))[0]).toBe(1011);
    const here = ['tea', 'coffee'].map((room) => chat.count(room).here);
    expect([here, socket.isOpen]).toEqual([[0, 0], true]);
  });

  it('subscribe to nothing after they were closed', async () => {
    const bus = memoryPubSub();
    let subscriptions = 0;
    const chat = rooms({
      bus: {
        publish: (...args) => bus.publish(...args),
        subscribe: (...args) => {
          subscriptions += 1;
          return bus.subscribe(...args);
        },
      },
    });
    await chat.close();
    expect([chat.count('tea'), subscriptions]).toEqual([{ here: 0, all: 0 }, 0]);
  });

  it('send to the members in other processes after they were closed', async () => {
    const bus = memoryPubSub();
    const [here, there] = [await roomServer(bus), await roomServer(bus)];
    const member = await there.join('tea');
    await here.chat.close();
    await here.chat.publish('tea', 'last');
    expect(await received(member, 'last')).toEqual(['last']);
  });

  it('ignore a message of another program on their topic', async () => {
    const bus = memoryPubSub();
    const { chat, join } = await roomServer(bus);
    const member = await join('tea');
    for (const bytes of [[], [7], [0, 9, 1]])
      await bus.publish('rooms:room:tea', Uint8Array.from(bytes));
    await chat.publish('tea', 'last');
    expect(await received(member, 'last')).toEqual(['last']);
  });

  it('close the sockets of this process if the bus cannot be reached', async () => {
    const bus = memoryPubSub();
    const down = {
      subscribe: bus.subscribe.bind(bus),
      publish: () => Promise.reject(new Error('down')),
    };
    const { chat, join } = await roomServer(down);
    const { closed } = await join('tea');
    await expect(chat.disconnect('tea')).rejects.toThrow('down');
    expect(await closed).toEqual([1000, '']);
  });

  it('refuse a message that is neither text nor bytes', async () => {
    const chat = rooms({ bus: memoryPubSub() });
    await expect(chat.publish('tea', 7 as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  it.each([
    [{ bus: {} }, 'bus'],
    [{ prefix: 'x'.repeat(101) }, 'prefix'],
    [{ onGap: 7 }, 'onGap'],
    [{ onError: 7 }, 'onError'],
    [{ now: 7 }, 'now'],
    [{ size: 7 }, 'size'],
  ])('refuse the options %j', (options, option) => {
    expect(() => rooms({ bus: memoryPubSub(), ...options } as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `rooms.${option}` }),
    );
  });
});

for (const service of ['REDIS_URL', 'DATABASE_URL']) {
  const url = process.env[service] ?? '';
  withService(url !== '', `rooms (set ${service})`)(`rooms on ${service}`, () => {
    it('send every message once to the members of two buses, and count them', async () => {
      const table = `ws_${randomBytes(6).toString('hex')}`;
      const buses: ConnectedBus[] = [await busAt(url, { table }), await busAt(url, { table })];
      try {
        const [here, there] = await Promise.all(buses.map(({ bus }) => roomServer(bus)));
        const members = [await here?.join('tea'), await there?.join('tea')] as OpenClient[];
        for (let count = 0; count < 20; count++) {
          await here?.chat.publish('tea', `here ${count}`);
          await there?.chat.publish('tea', new Uint8Array(20_000).fill(count));
        }
        await here?.chat.publish('tea', 'last');
        for (const member of members) {
          await received(member, 'last');
          expect(member.messages.length).toBeLessThanOrEqual(41);
          await waitFor(() => member.messages.length === 41);
        }
        await waitFor(() => there?.chat.count('tea').all === 2);
        await Promise.all([here?.chat.close(), there?.chat.close()]);
      } finally {
        await Promise.all(buses.map((each) => each.close()));
      }
    });
  });
}
