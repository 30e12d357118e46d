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

interface Way {
  /** Enters a context and calls a function. */
  readonly enter: <Result>(name: string, call: () => Result) => Result;
  /** Whether cleanups of the request run in the context too. */
  readonly reachesCleanups: boolean;
}

/** How a handler can enter a context. */
const ways: Readonly<Record<string, Way>> = {
  run: { enter: (name, call) => context.run(name, call), reachesCleanups: false },
  enterWith: {
    enter: (name, call) => {
      context.enterWith(name);
      return call();
    },
    reachesCleanups: true,
  },
};

describe.each(implementations)('subscribers of one channel with %s', (_, factories) => {
  /** An application whose streams note the context in which each part of them runs, by name. */
  function noting({ enter, reachesCleanups }: Way) {
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
      if (reachesCleanups) request.getLifetime().onEnd(note);
      return enter(name, async () => {
        await Promise.resolve();
        return eventStream(request, response, stream(), { factories });
      });
    });
    const publish = (data: string): void => {
      context.run('the publisher', () => {
        news.publish({ data });
      });
    };
    const total = reachesCleanups ? 4 : 3;
    const own = new Map(names.map((name) => [name, Array.from({ length: total }, () => name)]));
    const count = () => Math.min(...[...seen.values()].map(({ length }) => length));
    return { app, news, seen, publish, count, total, own };
  }

  it.each(
    Object.entries(ways).flatMap(([name, way]) =>
      ['the channel closes', 'clients disconnect', 'the server closes'].map(
        (end) => [name, end, way] as const,
      ),
    ),
  )(
    'run in the context of their requests, entered with %s, even if %s',
    async (_name, end, way) => {
      const { app, news, seen, publish, count, total, own } = noting(way);
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
      await waitFor(() => count() === total);
      expect(seen).toEqual(own);
    },
  );

  it.each(Object.entries(ways))(
    'run in it under the fetch adapter, which reads in a context of its own: %s',
    async (_name, way) => {
      const { app, news, seen, publish, count, own } = noting(way);
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
    },
  );
});

describe.each(implementations)('a generator of events with %s', (_, factories) => {
  it('keeps a context that it enters itself, from one event to the next', async () => {
    const app = createApp({ factories });
    const news = channel();
    const seen: (string | undefined)[] = [];
    app.get('/', (request, response) => {
      async function* stream(): AsyncGenerator<ServerEvent> {
        context.enterWith('its own');
        for await (const event of news.subscribe()) {
          seen.push(context.getStore());
          yield event;
        }
        seen.push(context.getStore());
      }
      return eventStream(request, response, stream(), { factories });
    });
    const server = await serve(app, { port: 0 });
    const response = await fetch(server.url);
    const text = response.text();
    for (const data of ['a', 'b']) {
      context.run('the publisher', () => {
        news.publish({ data });
      });
    }
    context.run('the publisher', () => {
      news.close();
    });
    await text;
    await server.close();
    expect(seen).toEqual(['its own', 'its own', 'its own']);
  });
});
