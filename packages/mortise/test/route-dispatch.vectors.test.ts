import { afterAll, beforeAll } from '@jest/globals';
import {
  comparable,
  dispatchedBySlim,
  errorMark,
  type RouteDispatchRow,
  routesOf,
  runVectors,
} from '../../../tooling/vectors/index.js';
import { readResponses, talk, type WireResponse } from '../../node/test/wire.js';
import { type AppInterface, createApp, serve, type ServerHandle } from '../src/index.js';

let server: ServerHandle;
/** The application of the row at hand. */
let app: AppInterface;

beforeAll(async () => {
  server = await serve({ handle: (request) => app.handle(request) }, { port: 0 });
});
afterAll(() => server.close());

runVectors<RouteDispatchRow, null>({
  file: 'route-dispatch-socket',
  fixture: '../../router/test/fixtures/route-dispatch.json',
  tables: ['route-dispatch', 'route-dispatch-socket'],
  subjects: { 'an application behind a socket': null },
  ours,
  references: (row) => ({ slim4: comparable(dispatchedBySlim(row)) }),
});

async function ours(row: RouteDispatchRow): Promise<unknown> {
  const { method, path } = row.input;
  try {
    app = appOf(row);
  } catch (error) {
    return errorMark(error);
  }
  const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const [response] = readResponses(await talk(server.port, head), true, [method]);
  return answerOf(response as WireResponse);
}

function appOf(row: RouteDispatchRow): AppInterface {
  const { basePath } = row.input;
  const built = createApp({ router: { colonPlaceholders: false } });
  if (basePath !== undefined) built.setBasePath(basePath);
  for (const [route, { methods, pattern }] of routesOf(row).entries()) {
    built.map(methods, pattern, (_request, response, args) => {
      const found = encodeURIComponent(JSON.stringify({ route, args: Object.entries(args) }));
      return response.withHeader('X-Found', found);
    });
  }
  return built;
}

function answerOf({ status, fields }: WireResponse): unknown {
  const [found = ''] = fields.get('x-found') ?? [];
  if (status === 200) return JSON.parse(decodeURIComponent(found));
  if (status === 405) return fields.get('allow')?.join().split(', ');
  return status === 404 ? 'notFound' : { status };
}
