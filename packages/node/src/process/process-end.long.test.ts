import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endSpawned, spawned } from '../../test/spawned.js';
import { PROCESS_PATIENCE, waitFor, waitForEvent } from '../../test/wait-for.js';
import { get, readResponses, Wire } from '../../test/wire.js';
import type { ServerHandle } from '../server-handle.js';
import { installProcessGuards, installSignalHandlers } from './process-end.js';

afterEach(endSpawned);

describe('installSignalHandlers', () => {
  it.each([
    ['SIGTERM', {}],
    ['SIGINT', {}],
    ['SIGUSR2', { signals: ['SIGUSR2'] as const }],
  ])('closes at %s, cleans up, and exits with 0', async (signal, given) => {
    const { server, options, events } = ended();
    const uninstall = installSignalHandlers(server, { ...options, ...given });
    await arrives(signal);
    uninstall();
    expect(events).toEqual(['close', 'onClosed', 0]);
  });

  it('replaces the signals by those that are given, and removes its handlers of all', () => {
    const { server, options } = ended();
    const before = listeners();
    const uninstall = installSignalHandlers(server, options);
    const both = installSignalHandlers(server, { ...options, signals: ['SIGUSR2', 'SIGINT'] });
    const installed = listeners();
    both();
    uninstall();
    const [term = 0, int = 0, own = 0, ...others] = before;
    expect([installed, listeners()]).toEqual([[term + 1, int + 2, own + 1, ...others], before]);
  });

  it('exits with 1 immediately at a second signal, also another one', async () => {
    const { server, options, events } = ended();
    const exit = new Promise<number>((resolve) => {
      const uninstall = installSignalHandlers(
        { ...server, close: () => new Promise(() => undefined) },
        { ...options, exit: resolve },
      );
      void arrives('SIGTERM');
      void arrives('SIGINT');
      uninstall();
    });
    expect([await exit, events]).toEqual([1, []]);
  });

  it.each([
    ['close' as const, ['close', 'Error: close failed', 1]],
    ['onClosed' as const, ['close', 'onClosed', 'Error: onClosed failed', 1]],
  ])('reports it if %s fails, and exits with 1, once', async (failure, expected) => {
    const { server, options, events } = ended(failure);
    const uninstall = installSignalHandlers(server, options);
    await arrives('SIGTERM');
    uninstall();
    expect(events).toEqual(expected);
  });

  it('ends the process itself, and prints errors, by default', async () => {
    const printed = jest.spyOn(console, 'error').mockReturnValue();
    const exited = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const uninstall = installSignalHandlers(ended('close').server);
    await arrives('SIGTERM');
    await arrives('SIGTERM');
    uninstall();
    const calls = [printed.mock.calls, exited.mock.calls];
    jest.restoreAllMocks();
    const error = new Error('close failed');
    expect(calls).toEqual([
      [[error], [error]],
      [[1], [1], [1]],
    ]);
  });
});

describe('installProcessGuards', () => {
  it('reports every stray error, closes once, and exits with 1', async () => {
    const { server, options, events } = ended();
    const uninstall = installProcessGuards(server, options);
    await arrives('uncaughtException', new Error('first'));
    await arrives('unhandledRejection', new Error('second'));
    await arrives('uncaughtException', new Error('third'));
    uninstall();
    expect(events).toEqual([
      'Error: first',
      'close',
      'onClosed',
      1,
      'Error: second',
      'Error: third',
    ]);
  });

  it('prints errors by default', async () => {
    const printed = jest.spyOn(console, 'error').mockReturnValue();
    const { server, options } = ended();
    const uninstall = installProcessGuards(server, { exit: options.exit });
    await arrives('unhandledRejection', 'stray');
    uninstall();
    const { calls } = printed.mock;
    jest.restoreAllMocks();
    expect(calls).toEqual([['stray']]);
  });

  it('is removed by its result', () => {
    const { server, options } = ended();
    const before = listeners();
    const uninstall = installProcessGuards(server, options);
    const installed = listeners();
    uninstall();
    expect([installed.map((count, at) => count - (before[at] ?? 0)), listeners()]).toEqual([
      [0, 0, 0, 1, 1],
      before,
    ]);
  });
});

describe('a process with signal handlers', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'loses none of 200 requests at %s, does not wait for silent connections, and exits with 0',
    async (signal) => {
      const server = await started();
      const silent = new Wire(server.port);
      const wires = Array.from({ length: 200 }, () => new Wire(server.port).send(get()));
      await waitFor(() => server.requests() === 200);
      server.child.kill(signal);
      const [code] = (await waitForEvent(
        'the end of the process',
        once(server.child, 'close'),
      )) as [number | null];
      await Promise.all(wires.map((wire) => wire.untilClosed()));
      const bodies = wires.map(({ heard }) => readResponses(heard, true)[0]?.body.toString());
      expect(bodies.filter((body) => body === 'done')).toHaveLength(200);
      expect([code, server.lines()]).toEqual([0, ['told to end', 'closed']]);
      silent.destroy();
    },
  );

  it('finishes a running request if Node allows it to read nothing but the program', async () => {
    const allowed = fileURLToPath(new URL('../../../../', import.meta.url));
    const isOld = !process.allowedNodeEnvironmentFlags.has('--permission');
    const permission = isOld ? '--experimental-permission' : '--permission';
    const server = await started([
      permission,
      '--no-warnings',
      '--allow-worker',
      `--allow-fs-read=${allowed}`,
    ]);
    const wire = new Wire(server.port).send(get());
    await waitFor(() => server.requests() === 1);
    server.child.kill('SIGTERM');
    const end = await waitForEvent('the end of the process', once(server.child, 'close'));
    await wire.untilClosed();
    expect(readResponses(wire.heard, true)[0]?.body.toString()).toBe('done');
    expect(end).toEqual([0, null]);
  });

  it('exits with 1 immediately at the second signal', async () => {
    const server = await started();
    const wire = new Wire(server.port).send(get('/never'));
    await waitFor(() => server.requests() === 1);
    server.child.kill('SIGTERM');
    await waitFor(() => server.lines().includes('told to end'));
    server.child.kill('SIGTERM');
    expect(await waitForEvent('the end of the process', once(server.child, 'close'))).toEqual([
      1,
      null,
    ]);
    wire.destroy();
  });
});

it('a worker thread is refused where the main thread is needed', async () => {
  const { child, output } = spawned('thread-server.ts');
  await waitForEvent('the end of the process', once(child, 'close'));
  const [handlers = '', cluster = '', guards = ''] = output().trim().split('\n');
  const text = 'does not work in a worker thread, which receives no signals: call it in the main';
  expect(handlers).toContain(`NodeAdapterError: installSignalHandlers ${text}`);
  expect(cluster).toContain(`NodeAdapterError: serveCluster ${text}`);
  expect(guards).toBe('accepted');
});

describe('a process with guards', () => {
  it('finishes running requests after an unhandled rejection, reports it, and exits with 1', async () => {
    const server = await started();
    const wires = Array.from({ length: 50 }, () => new Wire(server.port).send(get()));
    await waitFor(() => server.requests() === 50);
    const stray = new Wire(server.port).send(get('/stray'));
    const [code] = (await waitForEvent('the end of the process', once(server.child, 'close'))) as [
      number | null,
    ];
    await Promise.all([...wires, stray].map((wire) => wire.untilClosed()));
    const bodies = [...wires, stray].map(({ heard }) => readResponses(heard, true)[0]?.body);
    expect(bodies.filter((body) => body?.toString() === 'done')).toHaveLength(51);
    expect([code, server.lines()]).toEqual([1, ['Error: stray', 'closed']]);
  });
});

/** The server of test/ending-server.ts, listening. */
async function started(options: readonly string[] = []) {
  const { child, output } = spawned('ending-server.ts', {}, options);
  await waitFor(() => output().includes('\n') || child.exitCode !== null, PROCESS_PATIENCE);
  const said = () => output().trim().split('\n').slice(1);
  const isRequest = (line: string) => line.startsWith('request ');
  /** How many have reached the handler. */
  const requests = () => said().filter(isRequest).length;
  const lines = () => said().filter((line) => !isRequest(line));
  return { child, port: Number(output().split('\n')[0]), requests, lines };
}

/** A server that closes when the test says so, and what happens to it, in order. */
function ended(failure: 'close' | 'onClosed' | null = null) {
  const events: unknown[] = [];
  const step = (name: string): Promise<void> => {
    events.push(name);
    return failure === name ? Promise.reject(new Error(`${name} failed`)) : Promise.resolve();
  };
  const server = { close: () => step('close') } as unknown as ServerHandle;
  const options = {
    onClosed: () => step('onClosed'),
    onError: (error: unknown) => void events.push(String(error)),
    exit: (code: number) => void events.push(code),
  };
  return { server, options, events };
}

const EVENTS = ['SIGTERM', 'SIGINT', 'SIGUSR2', 'uncaughtException', 'unhandledRejection'];
const listeners = () => EVENTS.map((name) => process.listenerCount(name));

/** How many listeners of other code there are: they must not get the events of these tests. */
const others = new Map(EVENTS.map((name) => [name, process.listenerCount(name)]));

/** Lets an event happen, for the listeners that this package has added to this process. */
const arrives = (event: string, ...given: readonly unknown[]): Promise<void> => {
  for (const listener of process.listeners(event as 'SIGTERM').slice(others.get(event))) {
    (listener as (...given: readonly unknown[]) => void)(...given);
  }
  return new Promise(setImmediate);
};
