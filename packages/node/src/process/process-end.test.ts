import { describe, expect, it } from '@jest/globals';
import { installProcessGuards, installSignalHandlers } from '../index.js';

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

  it('refuses an application, although it has a method close', () => {
    const app = { handle: () => undefined, close: () => Promise.resolve() };
    let remove = (): void => undefined;
    try {
      expect(() => {
        remove = install(app as never);
      }).toThrow(
        `invalid ${door}.server: received an application; expected a server: ${door}(await serve(app))`,
      );
    } finally {
      remove();
    }
  });
});
