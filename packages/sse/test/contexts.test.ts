import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { toFetchHandler } from '@mortise/fetch';
import { createApp, serve } from 'mortise';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { channel, eventStream, type ServerEvent } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const COUNT = 20;
const names = Array.from({ length: COUNT }, (_, at) => String(at));
const context = new AsyncLocalStorage<string>();

describe.each(implementations)('subscribers of one channel with %s', (_, factories) => {
  /** An application whose streams note the context in which each part of them runs, by name. */
  function noting() {
    const news = channel();
    const seen = new Map<string, string[]>(names.map((name) => [name, []]));
    const app = createApp({ factories });
    app.get('/{name}', async (request, response, { name }) => {
      const note = (): void => void seen.get(name)?.push(String(context.getStore()));
      const events = news.subscribe();
      async function* stream(): AsyncGenerator<ServerEvent> {
        try {
          for await (const event of events) {
            note();
            yield event;
          }
        } finally {
          note();
        }
      }
      context.enterWith(name);
      request.getLifetime().onEnd(note);
      await Promise.resolve();
      return eventStream(request, response, stream(), { factories });
    });
    const publish = (data: string): void => {
      context.run('the publisher', () => {
        news.publish({ data });
      });
    };
    const count = () => Math.min(...[...seen.values()].map(({ length }) => length));
    return { app, news, seen, publish, count };
  }

  const own = new Map(names.map((name) => [name, Array.from({ length: 4 }, () => name)]));

  it.each(['the channel closes', 'clients disconnect', 'the server closes'])(
    'run in the context of their requests, even if %s',
    async (end) => {
      const { app, news, seen, publish, count } = noting();
      const server = await serve(app, { port: 0, onError: () => undefined });
      const leaving = new AbortController();
      const { signal } = leaving;
      const responses = await Promise.all(
        names.map((name) => fetch(`${server.url}/${name}`, { signal })),
      );
      const texts = responses.map((response) => response.text().catch(() => ''));
      publish('a');
      await waitFor(() => count() === 1);
      publish('b');
      await waitFor(() => count() === 2);
      if (end === 'the channel closes')
        context.run('the publisher', () => {
          news.close();
        });
      else if (end === 'clients disconnect') leaving.abort();
      const closed = context.run('the server', () => server.close());
      await Promise.all([...texts, closed]);
      news.close();
      await waitFor(() => count() === 4);
      expect(seen).toEqual(own);
    },
  );

  it('run in it under the fetch adapter, which reads in a context of its own', async () => {
    const { app, news, seen, publish, count } = noting();
    const handle = toFetchHandler(app, { factories });
    const responses = await Promise.all(
      names.map(async (name) => handle(new Request(`http://a.test/${name}`))),
    );
    const texts = context.run('the platform', () => responses.map((response) => response.text()));
    publish('a');
    await waitFor(() => count() === 1);
    publish('b');
    await waitFor(() => count() === 2);
    context.run('the publisher', () => {
      news.close();
    });
    await Promise.all(texts);
    expect(seen).toEqual(own);
  });
});
