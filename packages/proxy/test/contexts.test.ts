/** Whose asynchronous context the code of an application runs in. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { request as send } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp, serve } from 'mortise';
import { proxy } from '../src/index.js';
import { closeServers, upstream } from './served.js';
import { implementations } from '../../../tooling/testing/implementations.js';

afterEach(closeServers);

describe.each(implementations)(
  'while requests wait for one connection, with %s',
  (_, factories) => {
    it('each body is read, and each hint is sent, in the context of its own request', async () => {
      const storage = new AsyncLocalStorage<string>();
      const seen: [what: string, own: string, found: string | undefined][] = [];
      const note = (what: string, own: string) => void seen.push([what, own, storage.getStore()]);
      const target = await upstream((incoming, outgoing) => {
        incoming.resume().once('end', () => {
          outgoing.writeEarlyHints({ link: '</a.css>; rel=preload' });
          outgoing.end('done');
        });
      });
      const forward = proxy({
        ...{ target, connections: 1, factories },
        earlyHints: (request) => {
          note('hint', request.getUri().getQuery());
        },
      });
      async function* parts(
        own: string,
        body: AsyncIterable<Uint8Array>,
      ): AsyncGenerator<Uint8Array> {
        for await (const part of body) {
          note('body', own);
          yield part;
        }
        note('end', own);
      }
      const app = createApp({ factories });
      app.post(
        '/',
        (request) => {
          const own = request.getUri().getQuery();
          const body = factories.createStreamFromResource(parts(own, request.getBody()));
          return storage.run(own, () => forward.handle(request.withBody(body)));
        },
        { body: false },
      );
      const server = await serve(app, { port: 0 });
      const post = (own: number) =>
        new Promise<number | undefined>((resolve, reject) => {
          const options = { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } };
          send(`${server.url}/?${own}`, options, (response) => {
            response.resume().once('end', () => {
              resolve(response.statusCode);
            });
          })
            .on('error', reject)
            .end('body');
        });
      const statuses = await Promise.all(Array.from({ length: 6 }, (__, own) => post(own)));
      await server.close();
      await forward.close();
      expect(statuses).toEqual(statuses.map(() => 200));
      expect(seen.map(([what]) => what).sort()).toEqual(
        ['body', 'end', 'hint'].flatMap((what) => statuses.map(() => what)),
      );
      expect(seen.filter(([, own, found]) => own !== found)).toEqual([]);
    });
  },
);
