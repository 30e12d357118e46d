import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { createApp, html, json, type ResponseInterface, text } from '../src/index.js';
import { overSocket } from '../src/testing/index.js';

/** Writes what one visitor may read. */
const WRITERS: [string, (response: ResponseInterface, name: string) => ResponseInterface][] = [
  ['json', json],
  ['text', text],
  ['html', html],
];

describe.each(implementations)(
  'a response that is kept for all requests, on %s,',
  (_, factories) => {
    it.each(WRITERS)('never passes what %s wrote for one visitor to another', async (__, write) => {
      const kept = factories.createResponse().withHeader('Cache-Control', 'no-store');
      const app = createApp({
        factories,
        development: false,
        logger: { error: () => undefined, info: () => undefined },
      });
      app.get('/me/{name}', (_request, _response, { name }) => write(kept, name));
      let arrive = (): void => undefined;
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      // Both requests are inside before the first response is sent.
      let waiting = 0;
      app.add(async (request, handler) => {
        const response = await handler.handle(request);
        waiting += 1;
        if (waiting === 2) arrive();
        await arrived;
        return response;
      });
      const client = overSocket(app);
      const bodies = await Promise.all(
        ['ada', 'bob'].map(async (name) => (await client.get(`/me/${name}`)).getBody().text()),
      );
      expect(bodies.filter((body) => /ada|bob/.test(body))).toEqual([
        expect.stringMatching(/^"?(?:ada|bob)"?$/),
      ]);
      await client.close();
    });
  },
);
