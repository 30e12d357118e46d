/** A response that is kept for all requests never passes what one visitor may read to another one. */
import { describe, expect, it } from '@jest/globals';
import { createApp, html, json, type ResponseInterface, text } from 'mortise';
import { implementations } from '../testing/implementations.js';
import { adapters } from './adapters.js';

/** Writes what one visitor may read. */
const WRITERS: [string, (response: ResponseInterface, name: string) => ResponseInterface][] = [
  ['json', json],
  ['text', text],
  ['html', html],
];

describe.each(implementations)(
  'a response that is kept for all requests, on %s,',
  (_, factories) => {
    const rows = adapters.flatMap(([adapter, serving]) =>
      WRITERS.map(([name, write]) => ({ adapter, serving, name, write })),
    );

    it.each(rows)(
      'passes nothing of one visitor to another: $name, over $adapter',
      async ({ serving, write }) => {
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
        const { send, close } = await serving.serve(app);
        const answers = await Promise.all(
          ['ada', 'bob'].map((name) => send({ method: 'GET', path: `/me/${name}`, headers: {} })),
        );
        const bodies = answers.map(({ body }) => body.toString());
        expect(bodies.filter((body) => /ada|bob/.test(body))).toEqual([
          expect.stringMatching(/^"?(?:ada|bob)"?$/),
        ]);
        await close();
      },
    );
  },
);
