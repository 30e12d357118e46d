import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { installProcessGuards, installSignalHandlers, type ServerHandle } from '../index.js';

it.each([
  ['signals', installSignalHandlers, 'SIGUSR2', 0],
  ['guards', installProcessGuards, 'unhandledRejection', 1],
] as const)(
  'the process exits when all servers with %s have closed',
  async (_, install, event, code) => {
    const events: unknown[] = [];
    const exited = new Promise<void>((resolve) => {
      const exit = (given: number): void => {
        events.push(given);
        resolve();
      };
      const open = (name: string, closed: Promise<void>) => {
        const close = () => closed.then(() => void events.push(name));
        const options = { exit, onError: () => undefined };
        const signals = install === installSignalHandlers && { signals: ['SIGUSR2' as const] };
        return install({ close } as ServerHandle, { ...options, ...signals });
      };
      let finish = (): void => undefined;
      const slow = open('slow', new Promise((done) => (finish = done)));
      const fast = open('fast', Promise.resolve());
      const listeners = process.listeners(event as 'SIGUSR2').slice(-2);
      for (const listener of listeners) (listener as () => void)();
      setImmediate(() => {
        events.push('not yet');
        finish();
      });
      slow();
      fast();
    });
    await exited;
    expect(events).toEqual(['fast', 'not yet', 'slow', code]);
  },
);

describe.each([
  ['installSignalHandlers', installSignalHandlers],
  ['installProcessGuards', installProcessGuards],
])('%s', (door, install) => {
  it('refuses what is not a server, such as the promise of serve()', () => {
    for (const server of [undefined, {}, Promise.resolve({ close: () => Promise.resolve() })])
      expect(() => install(server as never)).toThrow(
        expect.objectContaining({
          code: 'OPTION_INVALID',
          option: `${door}.server`,
          message: expect.stringContaining(`; expected a server: ${door}(await serve(app))`),
        }),
      );
  });

  it.each([
    ['an application', { handle: () => undefined, close: () => Promise.resolve() }],
    ['a server of Node', createServer()],
  ])('refuses %s, although it has a method close', (name, other) => {
    let remove = (): void => undefined;
    try {
      expect(() => {
        remove = install(other as never);
      }).toThrow(
        `invalid ${door}.server: received ${name}; expected a server: ${door}(await serve(app))`,
      );
    } finally {
      remove();
    }
  });
});
