import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppInterface, createApp, routeOf, text } from '../index.js';

type Other = Record<string, (...given: unknown[]) => unknown>;

interface Logging {
  info(): unknown;
}

/** Runs a line that an error suggests, with the names that it uses. */
function runLine(line: string, names: Readonly<Record<string, unknown>>): unknown {
  // eslint-disable-next-line typescript/no-implied-eval -- the line is a text of ours
  const run = new Function(...Object.keys(names), `return ${line}`) as (
    ...all: unknown[]
  ) => unknown;
  return run(...Object.values(names));
}

/** The line that an error suggests. */
function suggested(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return /: write (.*)$/.exec((error as Error).message)?.[1] ?? '';
  }
  throw new Error('no error');
}

describe.each(implementations)('a member of other frameworks, on %s,', (_name, factories) => {
  const { get } = requestsOf(factories);
  const appOf = () => createApp({ factories, logger: recorder().logger });
  const answer = async (app: AppInterface, path: string) =>
    (await app.handle(get(path))).getBody().text();

  it.each<[string, (app: Record<string, Record<string, unknown>>) => unknown]>([
    ['locals.x = 1', (app) => Object.assign(app['locals'] as object, { x: 1 })],
    ['locals = {}', (app) => (app['locals'] = {})],
  ])('app.%s names an attribute, which a layer can set', async (_line, call) => {
    const app = appOf();
    const line = suggested(() => call(app as never));
    expect(line).toBe(
      "a variable of the module, or request.withAttribute('name', value) in a layer",
    );
    const [attribute = ''] = /request\.\w+\(.*\)/.exec(line) ?? [];
    app.get('/', (request, response) => text(response, request.getAttribute('name', 'none')));
    app.add((request, handler) =>
      handler.handle(runLine(attribute, { request, value: 'set' }) as ServerRequestInterface),
    );
    expect(await answer(app, '/')).toBe('set');
  });

  it('app.log names the console and the logger, and group.log too', () => {
    const app = appOf();
    const line = "console.log('text'), or call the logger that you pass to createApp({ logger })";
    expect(() => (app as unknown as { log: Logging }).log.info()).toThrow(
      new TypeError(`there is no app.log: write ${line}`),
    );
    app.group('/in', (group) => {
      expect(() => (group as unknown as { log: Logging }).log.info()).toThrow(
        new TypeError(`there is no group.log: write ${line}`),
      );
    });
    const logged: unknown[] = [];
    runLine(line.split(', or')[0] ?? '', {
      console: { log: (...all: unknown[]) => logged.push(...all) },
    });
    expect(logged).toEqual(['text']);
  });

  it('createServer of node:http does not take an application for options', () => {
    expect(() => createServer(appOf() as never)).toThrow('write createServer(toListener(app))');
  });

  it.each(['fetch', 'request', 'onRoute'])(
    'app.%s() is refused with the line, in a group too',
    (name) => {
      const app = appOf();
      const lines = {
        fetch: 'toFetchHandler(app)',
        request: "inProcess(app).get('/')",
        onRoute: 'app.onEachRoute(',
      };
      const line = lines[name as keyof typeof lines];
      expect(suggested(() => (app as unknown as Other)[name]?.('/'))).toContain(line);
      app.group('/in', (group) => {
        expect(suggested(() => (group as unknown as Other)[name]?.('/'))).toContain(line);
      });
    },
  );

  const middleware = (_request: unknown, _handler: unknown) =>
    text(factories.createResponse(), 'guarded');

  it.each(['use', 'middleware'])(
    '%s() of a route and of a group names add, which guards them',
    async (name) => {
      for (const kind of ['route', 'group']) {
        const app = appOf();
        const route = app.get('/users/{id}', (_request, response) => text(response, 'open'));
        const group = app.group('/in', (inner) => {
          inner.get('', (_request, response) => text(response, 'open'));
        });
        const [owner, place, path] =
          kind === 'route'
            ? [route, 'route GET /users/{id}', '/users/1']
            : [group, 'group /in', '/in'];
        const call = () => (owner as unknown as Other)[name]?.('auth');
        expect(call).toThrow(`there is no .${name} of ${place}: write .add(middleware)`);
        expect(await answer(app, path)).toBe('open');
        runLine(`owner${suggested(call)}`, { owner, middleware });
        expect(await answer(app, path)).toBe('guarded');
      }
    },
  );

  it.each(['name', 'as'])('%s() of a route names setName, which names it', (name) => {
    const app = appOf();
    const route = app.get('/', (_request, response) => response);
    const line = suggested(() => (route as unknown as Other)[name]?.('home'));
    expect(line).toBe(".setName('name') on a route");
    runLine(`route${line.replace(' on a route', '')}`, { route });
    expect(route.getName()).toBe('name');
  });

  it('where() of a route names a pattern with the rule, which limits it', async () => {
    const app = appOf();
    const all = app.get('/people/{id}', (_request, response) => text(response, 'any'));
    const line = suggested(() => (all as unknown as Other)['where']?.('id', '[0-9]+'));
    expect(line).toBe("the rule in the pattern: '/users/{id:[0-9]+}'");
    const pattern = runLine(line.replace(/.*: /, ''), {}) as string;
    app.get(pattern, (request, response) =>
      text(response, routeOf(request)?.getArgument('id') ?? ''),
    );
    expect(await answer(app, '/users/12')).toBe('12');
    expect((await app.handle(get('/users/x'))).getStatusCode()).toBe(404);
  });

  it('prefix() of a group names the first argument of group', async () => {
    const app = appOf();
    const group = app.group('', () => undefined);
    const line = suggested(() => (group as unknown as Other)['prefix']?.('/admin'));
    expect(line).toBe("the prefix in .group('/prefix', (group) => { ... })");
    const call = line
      .replace('the prefix in ', 'app')
      .replace('...', "group.get('/a', (request, response) => text(response, 'below'))");
    runLine(call, { app, text });
    expect(await answer(app, '/prefix/a')).toBe('below');
  });
});
