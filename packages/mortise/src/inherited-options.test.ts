import { describe, expect, it } from '@jest/globals';
import {
  type AppOptions,
  bodyParsing,
  createApp,
  httpError,
  json,
  type MiddlewareFunction,
  serve,
  type ServeOptions,
  text,
  withCookie,
} from './index.js';
import { AppFactory } from './slim/index.js';
import { inProcess } from './testing/index.js';
import { bodyParsing as portableParsing } from './web/index.js';

/** Options as a class with getters and private fields has them; no member is an own one. */
class Limited {
  readonly #maxBytes = 1;
  get maxBytes(): number {
    return this.#maxBytes;
  }
}
const body = new Limited();
const over = { json: { a: 1 } };

describe('options that are inherited, as from a class', () => {
  it('createApp uses them', async () => {
    const refuse: MiddlewareFunction = () => {
      throw httpError(403, 'no');
    };
    class Options {
      get layers() {
        return [refuse];
      }
    }
    for (const options of [new Options(), Object.create({ layers: [refuse] }) as AppOptions]) {
      const app = createApp(options);
      app.get('/', (_request, response) => text(response, 'secret'));
      expect((await inProcess(app).get('/')).getStatusCode()).toBe(403);
    }
  });

  it('createFromContainer uses them', async () => {
    const refuse: MiddlewareFunction = () => {
      throw httpError(403, 'no');
    };
    const container = { get: () => undefined, has: () => false };
    const options = Object.create({ layers: [refuse] }) as AppOptions;
    const app = AppFactory.createFromContainer(container, options);
    app.get('/', (_request, response) => text(response, 'secret'));
    expect((await inProcess(app).get('/')).getStatusCode()).toBe(403);
  });

  it('the body options of an application, a group, a route and a layer apply', async () => {
    const app = createApp({ body, errors: { format: 'problem' } });
    app.post('/app', (request, response) => json(response, request.getParsedBody()));
    const other = createApp({ body: {} });
    other.group(
      '/group',
      (group) => {
        group.post('', (request, response) => json(response, request.getParsedBody()), {
          body: { strict: true },
        });
      },
      { body },
    );
    other.post('/route', (request, response) => json(response, request.getParsedBody()), { body });
    const layered = createApp({ layers: [bodyParsing(body)] });
    layered.post('/layer', (request, response) => json(response, request.getParsedBody()));
    const portable = createApp({ layers: [portableParsing(body)], errors: { format: 'problem' } });
    portable.post('/layer', (request, response) => json(response, request.getParsedBody()));
    for (const [each, path] of [
      [portable, '/layer'],
      [app, '/app'],
      [other, '/group'],
      [other, '/route'],
      [layered, '/layer'],
    ] as const)
      expect((await inProcess(each).post(path, over)).getStatusCode()).toBe(413);
  });

  it('limits of forms apply', async () => {
    class Form {
      get maxParameters() {
        return 1;
      }
    }
    class Multipart {
      get maxFields() {
        return 1;
      }
    }
    const app = createApp({ body: { form: new Form(), multipart: new Multipart() } });
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    const form = new FormData();
    form.append('a', '1');
    form.append('b', '2');
    for (const each of [{ a: '1', b: '2' }, form])
      expect((await inProcess(app).post('/', { form: each })).getStatusCode()).toBe(413);
  });

  it('attributes of a cookie are sent', () => {
    class Attributes {
      get httpOnly() {
        return true;
      }
      get sameSite() {
        return 'Strict' as const;
      }
    }
    const response = createApp().factories.createResponse();
    const sent = withCookie(response, 'a', 'b', new Attributes()).getHeaderLine('Set-Cookie');
    expect(sent).toBe('a=b; path=/; HttpOnly; SameSite=Strict');
  });

  it('serve uses them', async () => {
    const app = createApp();
    app.get('/', (request, response) =>
      text(response, request.getServerParams()['REMOTE_ADDR'] ?? ''),
    );
    const options: ServeOptions = { port: 0, trustProxy: ['127.0.0.1', '::1'] };
    const server = await serve(app, Object.create(options) as ServeOptions);
    try {
      const headers = { 'X-Forwarded-For': '192.0.2.7' };
      expect(await (await fetch(server.url, { headers })).text()).toBe('192.0.2.7');
    } finally {
      await server.close();
    }
  });
});
