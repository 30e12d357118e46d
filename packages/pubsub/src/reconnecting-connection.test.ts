import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LiveConnection } from './live-connection.js';
import { type ConnectionUser, ReconnectingConnection } from './reconnecting-connection.js';

const limits = { timeout: 500, checkInterval: 60_000 };

/** A user of one connection, with what the connection is told. */
function setUp(channels: string[], onUnlisten: () => unknown = () => undefined) {
  const told: string[] = [];
  let finish = (): void => undefined;
  const listened = new Promise<void>((done) => {
    finish = done;
  });
  const user: ConnectionUser<string> = {
    connect: () =>
      Promise.resolve({
        listen: async (channel) => {
          told.push(`listen ${channel}`);
          await listened;
        },
        unlisten: async (channel) => {
          told.push(`unlisten ${channel}`);
          await onUnlisten();
        },
        ping: () => Promise.resolve(),
        close: () => undefined,
      }),
    channels: () => [...channels],
    isIdle: () => channels.length === 0,
    message: () => undefined,
    state: () => undefined,
    failed: () => undefined,
    check: () => Promise.resolve(),
  };
  return { told, finish, connection: new ReconnectingConnection(user, limits) };
}

it('leaves on the server a channel that is left while the bus connects', async () => {
  const channels = ['a', 'b'];
  const { told, finish, connection } = setUp(channels);
  const connected = connection.connected();
  await new Promise((resolve) => setImmediate(resolve));
  channels.pop();
  await connection.unlisten('b');
  finish();
  await connected;
  expect(told).toEqual(['listen a', 'listen b', 'unlisten b']);
  connection.close();
});

it('leaves also a channel that is left while another one is left on the new connection', async () => {
  const channels = ['a', 'b', 'c'];
  const leave = async (channel: string) => {
    channels.splice(channels.indexOf(channel), 1);
    await connection.unlisten(channel);
  };
  const { told, finish, connection } = setUp(channels, () => channels.includes('b') && leave('b'));
  const connected = connection.connected();
  await new Promise((resolve) => setImmediate(resolve));
  await leave('c');
  finish();
  await connected;
  expect(told.slice(3)).toEqual(['unlisten c', 'unlisten b']);
  connection.close();
});

it('says that the bus is closed to those who need a connection afterwards', async () => {
  const { connection } = setUp(['a']);
  connection.close();
  await expect(connection.connected()).rejects.toThrow('the bus is closed');
});

describe('a connection whose server refuses it', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const refused = new Error('refused');
  const connect = () => Promise.reject(refused);
  const user = { connect, channels: () => ['a'], isIdle: () => false } as Partial<
    ConnectionUser<string>
  > as ConnectionUser<string>;

  it('says why', async () => {
    const connection = new ReconnectingConnection(user, limits);
    const error = connection.connected().catch((reason: unknown) => reason);
    await jest.advanceTimersByTimeAsync(limits.timeout + 1);
    expect(await error).toMatchObject({
      code: 'PUBSUB_UNAVAILABLE',
      message: 'the bus could not connect within 500 ms',
      cause: refused,
    });
    connection.close();
  });

  it('leaves no timer when it is closed between two attempts', async () => {
    const connection = new ReconnectingConnection(user, limits);
    const connected = connection.connected().catch((reason: unknown) => reason);
    await jest.advanceTimersByTimeAsync(limits.timeout + 1);
    await connected;
    expect(jest.getTimerCount()).toBe(2);
    connection.close();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('reports once why a lost connection cannot be opened again, after attempts of seconds', async () => {
    const failures: unknown[] = [];
    let lose: (() => void) | null = null;
    const connection = new ReconnectingConnection<string>(
      {
        ...user,
        connect: ({ end }) => {
          if (lose !== null) return connect();
          lose = end;
          const live = { listen: () => Promise.resolve(), close: () => undefined };
          return Promise.resolve(live as unknown as LiveConnection);
        },
        state: () => undefined,
        failed: (error) => void failures.push(error),
      },
      limits,
    );
    await connection.connected();
    (lose as (() => void) | null)?.();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(failures).toEqual([
      expect.objectContaining({ code: 'PUBSUB_UNAVAILABLE', cause: refused }),
    ]);
    connection.close();
  });
});
