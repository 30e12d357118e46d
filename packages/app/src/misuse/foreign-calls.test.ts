import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { type AppInterface, createApp } from '../index.js';

const middleware = { process: () => factories.createResponse() };

it.each<[string, (app: AppInterface) => unknown, string]>([
  [
    'app.getResponseFactory() of Slim',
    (app) => (app as never as { getResponseFactory(): unknown }).getResponseFactory(),
    'there is no app.getResponseFactory: write app.factories, as in app.factories.createResponse()',
  ],
  [
    'a path before middleware',
    (app) => app.add(...(['/api', middleware] as never as [never])),
    'add takes one middleware: received 2; for a path, write app.add(underPath("/api", middleware))',
  ],
  [
    'an error handler of Express',
    (app) => app.add(((_e: never, _q: never, _r: never, _n: never) => undefined) as never),
    'for an error handler, write app.setDefaultErrorHandler((request, error) => response)',
  ],
  [
    'middleware of Express',
    (app) => app.add(((_q: never, _r: never, _n: never) => undefined) as never),
    'for Express middleware, write app.add(fromConnect(middleware))',
  ],
  [
    'middleware of Laravel',
    (app) => app.add({ handle: (_request: never, _next: never) => undefined } as never),
    'the method of middleware is process(request, handler), not handle',
  ],
  [
    'an application as middleware',
    (app) => app.add({ handle: (_request: never) => undefined } as never),
    "for an application or a handler, write app.mount('/path', handler)",
  ],
  [
    'middleware that is mounted',
    (app) => app.mount('/static', middleware as never),
    'it is middleware: write app.add(middleware)',
  ],
  [
    'a function that is mounted',
    (app) => app.mount('/rpc', (() => undefined) as never),
    'wrap a fetch handler in fromFetchHandler from @mortise/fetch',
  ],
])('the error for %s says what to write', (_what, use, line) => {
  expect(() => use(createApp({ factories }))).toThrow(line);
});

it('the error for a method of a controller in Laravel says what to write', async () => {
  const container = { has: () => false, get: () => undefined };
  const lines: string[] = [];
  const logger = { error: (text: string) => lines.push(text), info: () => undefined };
  const app = createApp({ factories, container, logger });
  app.get('/', 'Home@index');
  await app.handle(factories.createServerRequest('GET', 'http://a.test/'));
  expect(lines[0]).toContain('the container has no entry "Home@index": write "Home:index"');
});
