import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { requestsOf } from '../../test/requests-of.js';
import { type AppInterface, createApp, text } from '../index.js';

type Routes = Pick<AppInterface, 'get' | 'map' | 'any' | 'group' | 'mount' | 'redirect'>;
const { get } = requestsOf(factories);
const respond = () => factories.createResponse();
const refused = (group: string, owner: string) =>
  expect.objectContaining({
    code: 'CALLBACK_INVALID',
    message: `the callback of the group "${group}" called ${owner}, which does not add the prefix and the layers of this group: write (group) => { group.get(pattern, handler) }; add layers with app.group(prefix, (group) => { ... }).add(middleware)`,
  }) as unknown as Error;

const calls: readonly (readonly [string, (routes: Routes) => unknown])[] = [
  ['get', (routes) => routes.get('/users', respond)],
  ['map', (routes) => routes.map(['PURGE'], '/users', respond)],
  ['any', (routes) => routes.any('/users', respond)],
  ['group', (routes) => routes.group('/users', (inner) => void inner.get('', respond))],
  ['mount', (routes) => routes.mount('/users', { handle: respond })],
  ['redirect', (routes) => routes.redirect('/users', '/')],
];

describe('the callback of a group, whose layers may be its guard,', () => {
  it.each(calls)('cannot call %s on the application, nor on an outer group', (_name, call) => {
    const app = createApp({ factories });
    expect(() => app.group('/admin', () => void call(app))).toThrow(
      refused('/admin', 'the application'),
    );
    app.group('/a', (outer) => {
      outer.group('/b', (middle) => {
        for (const [around, owner] of [
          [app, 'the application'],
          [outer, 'an outer group'],
          [middle, 'an outer group'],
        ] as const)
          expect(() => middle.group('/c', () => void call(around as Routes))).toThrow(
            refused('/a/b/c', owner),
          );
      });
    });
    expect(app.getRouteCollector().getRoutes()).toEqual([]);
    expect.assertions(5);
  });

  it.each(['add', 'addMiddleware'] as const)('cannot call app.%s', (name) => {
    const app = createApp({ factories });
    expect(() => app.group('', () => void app[name]((q, h) => h.handle(q)))).toThrow(
      refused('', 'the application'),
    );
    expect(app.getMiddleware()).toEqual([]);
  });

  it('can be refused, and the application can be used after that', async () => {
    const app = createApp({ factories });
    expect(() => app.group('/a', () => void app.get('/x', respond))).toThrow('of the group "/a"');
    const late = async () => {
      app.get('/y', respond);
      await Promise.resolve();
    };
    expect(() => app.group('/b', late as () => void)).toThrow(
      'the callback of the group "/b" is async',
    );
    expect(() =>
      app.group('/c', () => {
        throw new RangeError('mine');
      }),
    ).toThrow('mine');
    app.get('/users', (_request, response) => text(response, 'yes'));
    expect(await (await app.handle(get('/users'))).getBody().text()).toBe('yes');
    expect(app.getRouteCollector().getRoutes()).toHaveLength(1);
  });

  it('can register on its own group, on one inside it, and on another application', () => {
    const app = createApp({ factories });
    const other = createApp({ factories });
    app.group('/a', (outer) => {
      outer.group('/b', (inner) => {
        inner.get('/1', respond);
        other.get('/o', respond);
      });
      outer.get('/2', respond);
    });
    app.get('/3', respond);
    expect(
      [app, other].map((each) =>
        each
          .getRouteCollector()
          .getRoutes()
          .map((r) => r.getPattern()),
      ),
    ).toEqual([['/a/b/1', '/a/2', '/3'], ['/o']]);
  });

  it('can reach a listener that registers on the application: it has the whole pattern', () => {
    const app = createApp({ factories });
    app.onEachRoute((route) => {
      if (route.getMethods()[0] === 'GET') app.options(route.getPattern(), respond);
    });
    app.group('/a', (group) => void group.get('/1', respond));
    expect(
      app
        .getRouteCollector()
        .getRoutes()
        .map((r) => [r.getMethods(), r.getPattern()]),
    ).toEqual([
      [['GET'], '/a/1'],
      [['OPTIONS'], '/a/1'],
    ]);
  });
});
