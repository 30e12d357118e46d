import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
import { type AppInterface, createApp, type MiddlewareFunction, urlFor } from '../index.js';

describe.each(implementations)('a call with the wrong arguments, on %s', (_name, factories) => {
  const appOf = () => createApp({ factories, logger: recorder().logger });
  const guard: MiddlewareFunction = (request, handler) => handler.handle(request);
  const layer = { name: 'health', process: guard };
  const handler = () => factories.createResponse();

  it.each<[string, (app: AppInterface) => unknown, string]>([
    [
      'a list of handlers',
      (app) => app.get('/', [guard, handler] as never),
      'write app.get(pattern, handler, { layers: [middleware] })',
    ],
    [
      'a list of one',
      (app) => app.get('/', [handler] as never),
      'write app.get(pattern, handler, { layers: [middleware] })',
    ],
    [
      'middleware as the handler',
      (app) => app.get('/health', layer as never),
      'it is middleware: write app.add(middleware)',
    ],
    ['preHandler', (app) => app.get('/', handler, { preHandler: [guard] } as never), '.layers'],
    ['onRequest', (app) => app.get('/', handler, { onRequest: [guard] } as never), '.layers'],
    [
      'schema',
      (app) => app.get('/', handler, { schema: {} } as never),
      'endpoint({ args, query, body, responses }, handler)',
    ],
    [
      'the application before the prefix of a mount',
      (app) => app.mount(appOf() as never, '/api' as never),
      "write app.mount('/path', application)",
    ],
    [
      'an application as the callback of a group',
      (app) => app.group('/api', appOf() as never),
      'for an application, write app.mount("/api", application)',
    ],
    [
      'no request for urlFor',
      () => (urlFor as (...given: unknown[]) => unknown)('home'),
      'expected the request, as in urlFor(request, ...)',
    ],
  ])('%s says what to write', (_what, call, line) => {
    expect(() => call(appOf())).toThrow(line);
  });

  it('a pair of a class and a method still means the container', () => {
    class Home {
      show = () => factories.createResponse();
    }
    const pair = [Home, 'show'];
    expect(() => appOf().get('/', pair as never)).toThrow('"Home:show"');
  });
});
