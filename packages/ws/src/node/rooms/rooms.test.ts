import { expect, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { factories } from '@mortise/message';
import type { WebSocketInterface } from '../../web-socket-interface.js';
import { unhandledRejectionsOf } from '../../../../../tooling/testing/unhandled-rejections.js';
import { waitFor } from '../../../../../tooling/testing/wait-for.js';
import { rooms, type RoomsInterface } from './rooms.js';

it.each([
  ['code', 1006, ''],
  ['reason', 1000, 'x'.repeat(124)],
])('rooms refuse to close sockets with the %s %s', async (option, code, reason) => {
  const chat = rooms({ bus: memoryPubSub() });
  await expect(chat.disconnect('tea', code, reason)).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    option: `disconnect.${option}`,
  });
  await chat.close();
});

it.each(['é'.repeat(100), 'a\0b', '\ud800'])(
  'rooms refuse the name %j as a mistake of the client, and keep nothing of it',
  async (name) => {
    const chat = rooms({ bus: memoryPubSub() });
    const request = factories.createServerRequest('GET', '/');
    const socket = { request, isOpen: true } as WebSocketInterface;
    const refused = expect.objectContaining({ code: 'ROOM_NAME_INVALID', status: 400 });
    await expect(chat.join(socket, name)).rejects.toEqual(refused);
    await expect(chat.publish(name, 'x')).rejects.toEqual(refused);
    expect(chat.count(name)).toEqual({ here: 0, all: 0 });
    await chat.close();
  },
);

it.each([undefined, null, 7, {}])(
  'rooms refuse the name %j, which is not a string, so that users without an id share no room',
  async (name) => {
    const chat = rooms({ bus: memoryPubSub() });
    const refused = expect.objectContaining({ code: 'OPTION_INVALID', option: 'rooms.room' });
    const room = name as string;
    await expect(chat.join(newSocket(), room)).rejects.toEqual(refused);
    await expect(chat.publish(room, 'x')).rejects.toEqual(refused);
    await expect(chat.disconnect(room)).rejects.toEqual(refused);
    await chat.close();
  },
);

const newSocket = (): WebSocketInterface =>
  ({ request: factories.createServerRequest('GET', '/'), isOpen: true }) as WebSocketInterface;

it('rooms report a clock that returns no number, with which members of a lost process would stay', async () => {
  const errors: unknown[] = [];
  const chat = rooms({
    bus: memoryPubSub(),
    now: () => 'now' as never,
    onError: (error) => void errors.push(error),
  });
  await chat.join(newSocket(), 'tea').catch(() => undefined);
  await waitFor(() => errors.length > 0);
  expect(errors[0]).toMatchObject({ code: 'OPTION_INVALID', option: 'rooms.now' });
  await chat.close();
});

it('rooms ignore that a socket leaves a room which it has not joined', async () => {
  const chat = rooms({ bus: memoryPubSub() });
  const member = newSocket();
  chat.leave(member, 'tea');
  await chat.join(member, 'tea');
  chat.leave(newSocket(), 'tea');
  expect(chat.count('tea')).toEqual({ here: 1, all: 1 });
  await chat.close();
});

it('rooms refuse to join a socket while the counts of other processes cannot be received', async () => {
  const bus = memoryPubSub();
  const chat = rooms({
    bus: {
      publish: bus.publish.bind(bus),
      subscribe: (topic, ...args) =>
        topic === 'rooms:counts'
          ? Promise.reject(new Error('down'))
          : bus.subscribe(topic, ...args),
    },
  });
  await expect(chat.join(newSocket(), 'tea')).rejects.toThrow('down');
  expect(chat.count('tea')).toEqual({ here: 0, all: 0 });
  await chat.close();
});

it.each<[string, (chat: RoomsInterface) => Promise<void>]>([
  ['join', (chat) => chat.join(newSocket(), 'tea')],
  ['publish', (chat) => chat.publish('tea', 'x')],
  ['disconnect', (chat) => chat.disconnect('tea')],
])('rooms pass the error of %s to onError if no code awaits it', async (_, call) => {
  const errors: unknown[] = [];
  const down = new Error('down');
  const failing = () => Promise.reject(down);
  const chat = rooms({
    bus: { publish: failing, subscribe: failing },
    onError: (error) => errors.push(error),
  });
  const unhandled = await unhandledRejectionsOf(async () => {
    void call(chat);
    await waitFor(() => errors.length > 0);
    await expect(call(chat)).rejects.toBe(down);
  });
  expect([errors, unhandled]).toEqual([[down], []]);
  await chat.close();
});

it.each<[string, () => Promise<void>]>([
  ['rejects', () => Promise.reject(new Error('away'))],
  [
    'throws',
    () => {
      throw new Error('away');
    },
  ],
])('rooms pass the error to onError if `unsubscribe` of the bus %s', async (_, unsubscribe) => {
  const bus = memoryPubSub();
  const errors: string[] = [];
  const chat = rooms({
    bus: {
      publish: bus.publish.bind(bus),
      async subscribe(topic, ...args) {
        const subscription = await bus.subscribe(topic, ...args);
        return topic === 'rooms:counts' ? subscription : { topic, last: '', unsubscribe };
      },
    },
    onError: (error) => errors.push(String(error)),
  });
  const unhandled = await unhandledRejectionsOf(async () => {
    const socket = newSocket();
    await chat.join(socket, 'tea');
    chat.leave(socket, 'tea');
    await waitFor(() => errors.length > 0);
  });
  expect([errors, unhandled]).toEqual([['Error: away'], []]);
  await chat.close();
});
