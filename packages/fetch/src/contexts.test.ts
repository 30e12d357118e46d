import { describe, expect, it } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { implementations } from '../../../tooling/testing/implementations.js';
import { toFetchHandler } from './to-fetch-handler.js';

const COUNT = 20;
const paths = Array.from({ length: COUNT }, (_, at) => `/${at}`);
const requestOf = (path: string, init?: RequestInit) => new Request(`http://a.test${path}`, init);

const context = new AsyncLocalStorage<string>();
const bytes = (text: string) => new TextEncoder().encode(text);

describe.each(implementations)('the context of a request (%s)', (_, factories) => {
  /** What was found, by path. */
  const found = (): Map<string, unknown> => new Map();
  const own = new Map(paths.map((path) => [path, path]));

  it('is not found by requests that the platform passes in the same turn', async () => {
    const handle = toFetchHandler(
      async (request) => {
        const before = context.getStore() ?? 'nothing';
        context.enterWith(request.getRequestTarget());
        await Promise.resolve();
        const body = factories.createStream(`${before} ${context.getStore()}`);
        return factories.createResponse().withBody(body);
      },
      { factories },
    );
    const responses = await Promise.all(paths.map(async (path) => handle(requestOf(path))));
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(texts).toEqual(paths.map((path) => `nothing ${path}`));
    expect(context.getStore()).toBeUndefined();
  });

  it('is that of the listeners of its signal, which one timer aborts for all', async () => {
    const seen = found();
    const handle = toFetchHandler(
      (request) => {
        request.getLifetime().signal.addEventListener('abort', () => {
          seen.set(request.getRequestTarget(), context.getStore());
        });
        return new Promise(() => undefined);
      },
      { factories, limits: { handlerTimeout: 1_000 }, onError: () => undefined },
    );
    await Promise.all(paths.map(async (path) => context.run(path, () => handle(requestOf(path)))));
    expect(seen).toEqual(own);
  });

  it('is that of its cleanups if the platform aborts it in another context', async () => {
    const seen = found();
    const handle = toFetchHandler(
      async (request) => {
        request.getLifetime().onEnd(() => {
          seen.set(request.getRequestTarget(), context.getStore());
        });
        await request.getBody().getContents();
        return new Promise<never>(() => undefined);
      },
      { factories, limits: { handlerTimeout: 1_000 }, onError: () => undefined },
    );
    const leaving = new AbortController();
    const answers = paths.map(async (path) =>
      context.run(path, () => handle(requestOf(path, { signal: leaving.signal }))),
    );
    // The adapter listens to the signal within one tick of its timer.
    setTimeout(() => {
      context.run('the platform', () => {
        leaving.abort();
      });
    }, 600);
    await Promise.all(answers);
    expect(seen).toEqual(own);
  });

  it.each(['to its end', 'and is cancelled'])(
    'is that of its body and cleanups, which the platform reads in another context %s',
    async (way) => {
      const seen = found();
      const note = (path: string): void => {
        seen.set(path, [...((seen.get(path) as unknown[] | undefined) ?? []), context.getStore()]);
      };
      const handle = toFetchHandler(
        (request) => {
          const path = request.getRequestTarget();
          async function* chunks() {
            try {
              note(path);
              yield bytes('a');
              await Promise.resolve();
              note(path);
              yield bytes('b');
            } finally {
              note(path);
            }
          }
          request.getLifetime().onEnd(() => {
            note(path);
          });
          const body = factories.createStreamFromResource(chunks());
          return factories.createResponse().withBody(body);
        },
        { factories },
      );
      const responses = paths.map(async (path) => context.run(path, () => handle(requestOf(path))));
      await context.run('the platform', async () => {
        for (const answer of responses) {
          const reader = (await answer).body?.getReader();
          await reader?.read();
          await reader?.read();
          await (way === 'and is cancelled' ? reader?.cancel() : reader?.read());
        }
      });
      expect(seen).toEqual(new Map(paths.map((path) => [path, [path, path, path, path]])));
    },
  );
});
