import { expect, it } from '@jest/globals';
import { installProcessGuards, installSignalHandlers } from '../index.js';

it.each([
  ['installSignalHandlers', installSignalHandlers],
  ['installProcessGuards', installProcessGuards],
])('%s refuses what is not a server, such as the promise of serve()', (door, install) => {
  for (const server of [undefined, {}, Promise.resolve({ close: () => Promise.resolve() })])
    expect(() => install(server as never)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        option: `${door}.server`,
        message: expect.stringContaining('; expected a server: await serve(app)'),
      }),
    );
});
