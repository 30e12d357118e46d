import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp as createAppB, perRequest } from '@mortise/app';
import { factories as lazy } from '@mortise/message/node';
import { factories as plain } from '@mortise/message-plain/node';
import { serve, type ServerHandle } from '@mortise/node';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import {
  createApp,
  variantA,
  type VariantARequestInterface,
  type VariantAResponseInterface,
} from '../src/index.js';

const warnings = notedWarnings();
const running: ServerHandle[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));
const logger = { error: () => undefined, info: () => undefined };

describe.each([
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
])('the container of variant A over a socket, on %s', (_name, factories) => {
  /** Ada's request waits until that of Ben has its response. @param how the container creates the controller */
  async function pages(how: 'factory' | 'set') {
    let letAdaGo: () => void = () => undefined;
    let adaArrived: () => void = () => undefined;
    const ben = new Promise<void>((resolve) => {
      letAdaGo = resolve;
    });
    const ada = new Promise<void>((resolve) => {
      adaArrived = resolve;
    });
    class Home {
      request: VariantARequestInterface | null = null;

      async show(request: VariantARequestInterface, response: VariantAResponseInterface) {
        this.request = request;
        adaArrived();
        if (request.getQueryParam('user') === 'Ada') await ben;
        return response.write(`page of ${this.request.getQueryParam('user') as string}`);
      }
    }
    const app = createApp({ factories, logger });
    app.getContainer()[how]('Home', () => new Home());
    app.get('/', perRequest('Home:show'));
    const server = await serve(app, { factories, port: 0 });
    running.push(server);
    const page = async (user: string) => {
      const response = await fetch(`${server.url}/?user=${user}`);
      return [response.status, await response.text()];
    };
    const first = page('Ada');
    await ada;
    const second = await page('Ben');
    letAdaGo();
    return [await first, second];
  }

  it('gives two users at once their own pages with factory', async () => {
    expect(await pages('factory')).toEqual([
      [200, 'page of Ada'],
      [200, 'page of Ben'],
    ]);
  });

  it('gives no user the page of another with set, which keeps the controller', async () => {
    const [ada, ben] = await pages('set');
    expect([ada, ben?.[0]]).toEqual([[200, 'page of Ada'], 500]);
  });
});

describe.each([
  [
    'throws for an entry that it lacks',
    (id: string) => {
      throw new Error(`no ${id}`);
    },
  ],
  ['returns undefined for an entry that it lacks', (): unknown => undefined],
])('a container whose has is always true, and that %s', (_how, missing) => {
  const container = {
    has: () => true,
    get: (id: string) => (id === 'Home' ? { show: () => 'home' } : missing(id)),
  };

  it.each([
    ['createApp', () => createApp({ factories: lazy, container, logger })],
    ['variantA', () => createAppB({ factories: lazy, container, logger, variant: variantA() })],
  ])('leaves the default error handlers, and finds methods, with %s', async (_with, create) => {
    const app = create();
    app.get('/', 'Home:show');
    app.get('/broken', () => {
      throw new Error('broken');
    });
    const answer = async (path: string) => {
      const response = await app.handle(lazy.createServerRequest('GET', `http://h.test${path}`));
      return [response.getStatusCode(), (await response.getBody().text()).includes('home')];
    };
    expect([await answer('/'), await answer('/nowhere'), await answer('/broken')]).toEqual([
      [200, true],
      [404, false],
      [500, false],
    ]);
  });
});

describe('a value of one request over a socket', () => {
  const serving = async (define: (app: ReturnType<typeof createApp>) => void) => {
    const errors: unknown[] = [];
    const app = createApp({ factories: lazy, errors: { onError: (error) => errors.push(error) } });
    define(app);
    const server = await serve(app, { factories: lazy, port: 0 });
    running.push(server);
    const get = async (user: string) => {
      const response = await fetch(`${server.url}/`, { headers: { 'X-User': user } });
      return [response.status, (await response.text()).includes('ada')];
    };
    return { errors, get };
  };

  it('cannot be a member of the container, in a handler or a layer', async () => {
    const { errors, get } = await serving((app) => {
      app.get('/', function (request, response) {
        Object.assign(this, { user: request.getHeaderLine('X-User') });
        return response;
      });
      app.add(function (request, response, next) {
        if (request.getHeaderLine('X-User') === 'eve') Object.assign(this, { visitor: 'eve' });
        return next(request, response);
      });
    });
    expect([await get('ada'), await get('eve')]).toEqual([
      [500, false],
      [500, false],
    ]);
    expect(errors.map(String)).toEqual([
      expect.stringMatching(/^TypeError: cannot set this\.user: /),
      expect.stringMatching(/^TypeError: cannot set this\.visitor: /),
    ]);
  });

  it('as an entry of the container is reported once, when another request replaces it', async () => {
    const { get } = await serving((app) => {
      const container = app.getContainer().set('other', () => 1);
      container.set('other', () => container.get('other'));
      app.get('/', (_request, response) => response.write(String(container.get('user'))));
      app.add((request, response, next) => {
        container.set('user', () => request.getHeaderLine('X-User'));
        return next(request, response);
      });
    });
    expect([await get('ada'), warnings.length]).toEqual([[200, true], 0]);
    await get('eve');
    await get('eve');
    expect(warnings).toEqual([
      {
        type: 'MortiseWarning',
        code: 'ENTRY_REPLACED',
        message: 'set("user") replaced a container entry that all requests share',
        detail:
          "To pass a value of one request, write request = request.withAttribute('app.user', user), and read it with request.getAttribute('app.user').",
      },
    ]);
  });
});
