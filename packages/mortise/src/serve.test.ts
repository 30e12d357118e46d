import { expect, it } from '@jest/globals';
import { createApp, serve } from './index.js';

it('serve refuses a callback, which it would never call, and says what to write', async () => {
  const callback = () => undefined;
  const started = (serve as (...given: unknown[]) => Promise<unknown>)(
    createApp(),
    { port: 0 },
    callback,
  );
  await expect(started).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message:
      'invalid serve: received a function; expected no callback; write await serve(app, options)',
  });
});
