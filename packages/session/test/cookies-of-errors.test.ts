import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import type {
  HttpFactoriesInterface,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { memoryStore } from '@mortise/store';
import { createApp, httpError, type MiddlewareFunction, serve, text, withCookie } from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type Opened, transports } from '../../../tooling/testing/transports.js';
import { cookieSession, flashOf, session, sessionOf } from '../src/index.js';
import { USER } from './session-app.js';
import { visitor } from './visitor.js';

const logger = { error: () => 0, info: () => 0 };
const errors = { details: false } as const;
const cookie = { secure: false };
const sessions: Readonly<Record<string, () => MiddlewareInterface>> = {
  session: () => session({ store: memoryStore(), cookie }),
  cookieSession: () => cookieSession({ keys: ['k'.repeat(32)], cookie }),
};
const refused = () => httpError(422, 'Try again.', { headers: { 'Cache-Control': 'public' } });

/** Routes whose errors pass through the layer, because it is in a group. */
function grouped(factories: HttpFactoriesInterface, layers: readonly Layer[]) {
  const app = createApp({ factories, logger, errors });
  app.group(
    '',
    (group) => {
      group.get('/show', (request, response) => {
        const user = sessionOf(request).get(USER) ?? 'nobody';
        return text(response, `${user} ${String(flashOf(request).getFirstMessage('notice', '-'))}`);
      });
      group.get('/{change}', (request, _response, { change }) => {
        if (change === 'end') sessionOf(request).destroy();
        if (change === 'renew') sessionOf(request).regenerate();
        if (change === 'set') {
          sessionOf(request).set(USER, 'Ana');
          flashOf(request).addMessage('notice', 'Hello.');
        }
        throw refused();
      });
    },
    { layers },
  );
  return app;
}
type Layer = MiddlewareInterface | MiddlewareFunction;

const open: Opened[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** Keeps the cookie as a browser does. */
async function browser(opening: Promise<Opened>) {
  const server = await opening;
  open.push(server);
  let kept = '';
  return async (path: string) => {
    const got = await server.send(path, kept === '' ? {} : { headers: { cookie: kept } });
    for (const line of got.cookies) {
      kept = line.includes('Max-Age=0') ? '' : (line.split(';')[0] ?? '');
    }
    return { ...got, kept };
  };
}

describe.each(transports)('over %s,', (_transport, opened) => {
  describe.each(implementations)('with %s,', (_name, factories) => {
    describe.each(Object.entries(sessions))('%s in a group', (_layer, layer) => {
      it('sets its cookie on the response to an error', async () => {
        const visit = await browser(opened(grouped(factories, [layer()])));
        const first = await visit('/set');
        expect([first.status, first.cookies.length]).toEqual([422, 1]);
        expect((await visit('/show')).body).toBe('Ana Hello.');
        expect((await visit('/show')).body).toBe('Ana -');
      });

      it('renews and deletes it with an error', async () => {
        const visit = await browser(opened(grouped(factories, [layer()])));
        const { kept } = await visit('/set');
        expect((await visit('/renew')).kept).not.toBe(kept);
        expect((await visit('/show')).body).toBe('Ana Hello.');
        expect((await visit('/end')).kept).toBe('');
        expect((await visit('/show')).body).toBe('nobody -');
      });

      it('sets no cookie if nothing changed', async () => {
        const visit = await browser(opened(grouped(factories, [layer()])));
        expect((await visit('/none')).cookies).toEqual([]);
      });
    });
  });
});

describe('the response to an error that sets the cookie of a session', () => {
  const layer = () => session({ store: memoryStore(), cookie });
  const fail = (request: ServerRequestInterface): never => {
    sessionOf(request).set(USER, 'Ana');
    throw refused();
  };
  const caching = (response: ResponseInterface) => [
    response.getHeader('Set-Cookie').length,
    response.getHeader('Cache-Control'),
    response.getHeaderLine('Vary').includes('Cookie'),
  ];
  const notStored = [1, ['private, no-store'], true];

  it('is not stored, whatever the error says', async () => {
    const app = createApp({ logger });
    app.get('/', fail, { layers: [layer()] });
    expect(caching(await inProcess(app).get('/'))).toEqual(notStored);
  });

  it('gets it from the error middleware, outside the layer', async () => {
    const app = createApp({ logger });
    app.get('/', fail);
    app.add(layer());
    app.addErrorMiddleware();
    expect(caching(await inProcess(app).get('/'))).toEqual(notStored);
  });

  it('gets it in variant A', async () => {
    const app = createVariantA({ logger, factories: createApp().factories });
    app.get('/', fail);
    app.add(singlePass(layer()));
    expect(caching(await inProcess(app).get('/'))).toEqual(notStored);
  });

  it('gets it from the adapter, if there is no application', async () => {
    const own = layer();
    const server = await serve(
      { handle: (request) => own.process(request, { handle: fail }) },
      { port: 0, factories: createApp().factories, onError: () => undefined },
    );
    try {
      const { headers } = await fetch(server.url);
      expect([headers.getSetCookie().length, headers.get('Cache-Control')]).toEqual([
        1,
        'private, no-store',
      ]);
    } finally {
      await server.close();
    }
  });

  it('sets the cookie of the last attempt', async () => {
    const twice: MiddlewareFunction = async (request, handler) => {
      try {
        return await handler.handle(request);
      } catch {
        return handler.handle(request);
      }
    };
    const store = memoryStore();
    const app = createApp({ logger });
    app.get('/', fail, { layers: [twice, session({ store, cookie })] });
    app.get('/show', (request, response) => text(response, String(sessionOf(request).get(USER))), {
      layers: [session({ store, cookie })],
    });
    const client = visitor(app);
    expect((await client.get('/')).getHeader('Set-Cookie')).toHaveLength(1);
    expect(await client.read('/show')).toBe('Ana');
  });

  it('keeps a cookie with the same name that the handler of the error sets', async () => {
    const app = createApp({ logger });
    app.get('/', fail, { layers: [layer()] });
    app.setDefaultErrorHandler(() =>
      withCookie(app.factories.createResponse(422), 'session', 'mine'),
    );
    const [line, ...others] = (await inProcess(app).get('/')).getHeader('Set-Cookie');
    expect([line?.split(';')[0], others]).toEqual(['session=mine', []]);
  });
});
