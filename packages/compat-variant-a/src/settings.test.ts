import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { createApp, ROUTE } from './index.js';

describe.each(implementations)('the settings of variant A over %s', (_name, factories) => {
  it('show the route to middleware of the application under determineRouteBeforeAppMiddleware', async () => {
    const seen: unknown[] = [];
    for (const determineRouteBeforeAppMiddleware of [false, true]) {
      const app = createApp({ factories, settings: { determineRouteBeforeAppMiddleware } });
      app.get('/{a}', (_request, response) => response);
      app.add((request, response, next) => {
        seen.push(request.getAttribute(ROUTE)?.getArgument('a'));
        return next(request, response);
      });
      await app.handle(factories.createServerRequest('GET', '/x'));
    }
    expect(seen).toEqual([undefined, 'x']);
  });

  it.each([
    [1024 * 1024, 200],
    [1024 * 1024 + 1, 413],
  ])('allow a body of %d bytes by default: %d', async (bytes, status) => {
    const app = createApp({ factories });
    app.post('/', (request, response) => {
      request.getParsedBody();
      return response;
    });
    const request = factories
      .createServerRequest('POST', '/')
      .withHeader('Content-Type', 'application/x-www-form-urlencoded')
      .withBody(factories.createStream(`a=${'x'.repeat(bytes - 2)}`));
    expect((await app.handle(request)).getStatusCode()).toBe(status);
  });

  it.each(['', 'HTTP/1.1', '1.'])('refuse the HTTP version %j', (httpVersion) => {
    expect(() => createApp({ factories, settings: { httpVersion } })).toThrow(
      expect.objectContaining({
        ...{ code: 'OPTION_INVALID', option: 'createApp.settings.httpVersion' },
      }),
    );
  });

  it('refuse to be changed once the application has read them', () => {
    const container = createApp({ factories }).getContainer();
    const settings = container.get('settings') as { displayErrorDetails: boolean; own?: number };
    expect(() => (settings.displayErrorDetails = true)).toThrow(
      new TypeError(
        'cannot set the setting "displayErrorDetails": the application has read it; write createApp({ settings: { displayErrorDetails } })',
      ),
    );
    settings.own = 1;
    expect({ ...settings }).toMatchObject({ displayErrorDetails: false, own: 1 });
    expect(() => container.set('settings', () => settings as never)).toThrow(
      expect.objectContaining({ code: 'ENTRY_INVALID' }),
    );
  });

  it('are those of the given container, which the option overrides', () => {
    const settings = { displayErrorDetails: true, httpVersion: '1.0', own: 1 };
    const container = new Map([['settings', settings]]);
    const settingsOf = (more: object) =>
      createApp({ factories, container, ...more })
        .getContainer()
        .get('settings');
    expect(settingsOf({})).toMatchObject(settings);
    expect(settingsOf({ settings: { httpVersion: '1.1' } })).toMatchObject({
      ...settings,
      httpVersion: '1.1',
    });
    expect(() => createApp({ factories, container: new Map([['settings', 'x']]) })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'createApp.settings' }),
    );
  });

  it('have their defaults if they are undefined', () => {
    const names = ['addContentLengthHeader', 'httpVersion', 'parsedBodyLimit', 'basePath'];
    const settings = Object.fromEntries(names.map((name) => [name, undefined]));
    const app = createApp({ factories, settings });
    expect(app.getContainer().get('settings')).toEqual(
      createApp({ factories }).getContainer().get('settings'),
    );
  });

  it('mount the application under the base path, for URIs and for routes', async () => {
    const app = createApp({ factories, settings: { basePath: '/sub' } });
    const route = app.get('/users/{id}', (request, response) => {
      const router = app.getContainer().get('router');
      const uri = request.getUri();
      return response.withJson([
        uri.getBasePath(),
        uri.getPath(),
        uri.getBaseUrl(),
        router.pathFor('user', { id: '8' }),
        router.relativePathFor('user', { id: '8' }),
        router.fullUrlFor(uri, 'user', { id: '8' }),
      ]);
    });
    route.setName('user');
    const request = factories.createServerRequest('GET', 'http://h.test/sub/users/7');
    const answer = await app.handle(request);
    expect(JSON.parse(await answer.getBody().text())).toEqual([
      '/sub',
      '/users/7',
      'http://h.test/sub',
      '/sub/users/8',
      '/users/8',
      'http://h.test/sub/users/8',
    ]);
  });

  it('contain the base path in canonical form, for the container and for URLs', async () => {
    const app = createApp({ factories, settings: { basePath: '/b ü' } });
    app
      .get('/', (_request, response) =>
        response.write(app.getContainer().get('router').pathFor('x')),
      )
      .setName('x');
    const answer = await app.handle(factories.createServerRequest('GET', '/b%20%C3%BC/'));
    expect(await answer.getBody().text()).toBe('/b%20%C3%BC/');
    expect(app.getContainer().get('settings').basePath).toBe('/b%20%C3%BC');
  });

  it.each(['sub', '/', '/sub/', '/%zz'])('refuse %j as a base path', (basePath) => {
    expect(() => createApp({ factories, settings: { basePath } })).toThrow(
      expect.objectContaining({ option: 'createApp.settings.basePath' }),
    );
  });

  it('are in the container', () => {
    const app = createApp({ factories, settings: { httpVersion: '1.0' } });
    expect(app.getContainer().get('settings')).toMatchObject({
      httpVersion: '1.0',
      addContentLengthHeader: true,
    });
  });
});
