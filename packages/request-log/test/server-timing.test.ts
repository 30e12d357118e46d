import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { ServerRequestInterface } from '@mortise/http-message';
import { type AppInterface, createApp, httpError, type MiddlewareInterface, text } from 'mortise';
import { overSocket } from 'mortise/testing';
import { serverTiming, serverTimingHeader } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';

/** A clock that the test moves. */
function clock() {
  let time = 0;
  return {
    now: () => time,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

const always = () => true;

describe.each(implementations)('serverTiming with %s', (_, factories) => {
  const { now, pass } = clock();

  function timed(measure: (request: ServerRequestInterface) => void): AppInterface {
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    app.get('/', (request, response) => {
      measure(request);
      return text(response, 'page');
    });
    app.get('/later', async (request, response) => {
      await Promise.resolve();
      measure(request);
      return text(response, 'page');
    });
    app.get('/refused', (request) => {
      measure(request);
      throw httpError(403, 'not you');
    });
    return app;
  }

  async function sent(
    app: AppInterface,
    layer: MiddlewareInterface | null = serverTimingHeader({ allow: always, now }),
    path = '/',
  ): Promise<string | null> {
    if (layer !== null) app.add(layer);
    const client = overSocket(app);
    try {
      const response = await client.get(path);
      return response.hasHeader('Server-Timing') ? response.getHeaderLine('Server-Timing') : null;
    } finally {
      await client.close();
    }
  }

  function measure(request: ServerRequestInterface): void {
    const stop = serverTiming(request).start('db');
    pass(12.34);
    stop();
  }

  it.each(['/', '/later', '/refused'])('sends what was measured: %s', async (path) => {
    expect(await sent(timed(measure), undefined, path)).toBe('db;dur=12.3');
  });

  it('sends nothing if nothing was started', async () => {
    expect(await sent(timed(() => undefined))).toBeNull();
  });

  it('sends nothing to clients that are not allowed, and does not ask about them without a duration', async () => {
    const asked: string[] = [];
    const allow = (request: ServerRequestInterface) => {
      asked.push(request.getUri().getPath());
      return false;
    };
    expect(await sent(timed(measure), serverTimingHeader({ allow, now }))).toBeNull();
    expect(asked).toEqual(['/']);
    expect(
      await sent(
        timed(() => undefined),
        serverTimingHeader({ allow, now }),
      ),
    ).toBeNull();
    expect(asked).toEqual(['/']);
  });

  it('sends nothing if a promise says who is allowed', async () => {
    const allow = () => Promise.resolve(true) as unknown as boolean;
    expect(await sent(timed(measure), serverTimingHeader({ allow, now }))).toBeNull();
  });

  it('asks who is allowed after the handler', async () => {
    const allow = (request: ServerRequestInterface) =>
      request.getLifetime().getValue('user') === 'ann';
    const app = timed((request) => {
      measure(request);
      request.getLifetime().setValue('user', 'ann');
    });
    expect(await sent(app, serverTimingHeader({ allow, now }))).toBe('db;dur=12.3');
  });

  it('measures nothing without the layer', async () => {
    expect(await sent(timed(measure), null)).toBeNull();
  });

  it('adds up durations of one name, each once, in the order of their first start', async () => {
    const app = timed((request) => {
      const view = serverTiming(request).start('view');
      measure(request);
      measure(request);
      view();
      pass(1);
      view();
    });
    expect(await sent(app)).toBe('view;dur=24.7, db;dur=24.7');
  });

  it('ends what is not stopped when the response is made', async () => {
    const app = timed((request) => {
      serverTiming(request).start('db');
      pass(3);
    });
    expect(await sent(app, undefined, '/refused')).toBe('db;dur=3');
  });

  it.each<[string, string, string | undefined, string]>([
    ['a name that is not a token', 'a b;é,"', undefined, 'a_b____;dur=0'],
    ['an empty name', '', undefined, '_;dur=0'],
    ['every character of a token', "!#$%&'*+-.^_`|~aZ9", undefined, "!#$%&'*+-.^_`|~aZ9;dur=0"],
    ['a description with quotes', 'a', 'the "b\\c"', 'a;desc="the \\"b\\\\c\\"";dur=0'],
    [
      'a description with a line break',
      'a',
      'b\r\nSet-Cookie: é',
      'a;desc="b??Set-Cookie: ?";dur=0',
    ],
  ])('writes %s by the grammar', async (__, name, description, expected) => {
    const app = timed((request) => {
      serverTiming(request).start(name, description)();
    });
    expect(await sent(app)).toBe(expected);
  });

  it('measures 32 names, and no more', async () => {
    const app = timed((request) => {
      for (let at = 0; at < 40; at++) serverTiming(request).start(`n${at}`)();
      serverTiming(request).start('n0')();
    });
    const names = (await sent(app))?.split(', ') ?? [];
    expect([names.length, names.at(-1)]).toEqual([32, 'n31;dur=0']);
  });

  it('sends them once if the layer was added twice, and from each attempt of a layer that retries', async () => {
    const app = timed(measure);
    app.add(serverTimingHeader({ allow: always, now }));
    app.add(serverTimingHeader({ allow: always, now }));
    expect(
      await sent(app, {
        process: async (request, handler) => {
          await handler.handle(request);
          return handler.handle(request);
        },
      }),
    ).toBe('db;dur=24.7');
  });

  it('keeps the durations that a handler sends itself, such as those of another server', async () => {
    const app = createApp({ factories });
    app.get('/', (request, response) => {
      measure(request);
      return text(response.withHeader('Server-Timing', 'upstream;dur=5'), 'page');
    });
    expect(await sent(app)).toBe('upstream;dur=5, db;dur=12.3');
  });

  it('runs in variant A and in a fetch handler', async () => {
    const variantA = createVariantA({ factories });
    variantA.get('/', (request, response) => {
      measure(request);
      return response;
    });
    variantA.add(singlePass(serverTimingHeader({ allow: always, now })));
    const old = await variantA.handle(factories.createServerRequest('GET', '/'));
    expect(old.getHeaderLine('Server-Timing')).toBe('db;dur=12.3');

    const app = timed(measure);
    app.add(serverTimingHeader({ allow: always, now }));
    const response = await toFetchHandler(app)(new Request('http://a.example/'));
    expect(response.headers.get('Server-Timing')).toBe('db;dur=12.3');
  });

  it('leaves a synchronous application synchronous', () => {
    const app = timed(measure);
    app.add(serverTimingHeader({ allow: always, now }));
    expect(app.handle(factories.createServerRequest('GET', '/'))).not.toBeInstanceOf(Promise);
  });
});

describe('the options of serverTimingHeader', () => {
  it.each([
    [undefined, 'serverTimingHeader.allow'],
    [{ allow: true }, 'serverTimingHeader.allow'],
    [{ allow: always, now: 7 }, 'serverTimingHeader.now'],
    [{ allow: always, names: [] }, 'serverTimingHeader.names'],
  ])('refuse %j', (given, option) => {
    expect(() => serverTimingHeader(given as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option }),
    );
  });
});
