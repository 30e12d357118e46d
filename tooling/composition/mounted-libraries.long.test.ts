/** Libraries below a prefix: each responds as it does alone, and the layers of the application run around it. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { describe, expect, it } from '@jest/globals';
import { fromFetchHandler } from '@mortise/fetch';
import { initTRPC } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { createSchema, createYoga } from 'graphql-yoga';
import { Hono } from 'hono';
import { type AppInterface, createApp, type HttpFactoriesInterface } from 'mortise';
import { nodeImplementations } from '../testing/implementations.js';
import { adapters, type Ask } from './adapters.js';

type FetchHandler = (request: Request) => Response | Promise<Response>;

interface Library {
  readonly name: string;
  /** Creates its handler, with the library's own option for its path. */
  readonly at: (path: string) => FetchHandler;
  /** A request below the path that the library knows, and a part of its response. */
  readonly known: Pick<Ask, 'method' | 'path'> & { readonly body?: string };
  readonly expected: string;
}

const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

const libraries: readonly Library[] = [
  {
    name: 'tRPC',
    at: (endpoint) => {
      const t = initTRPC.create({ isDev: false }); // no stacks in responses
      const router = t.router({
        hello: t.procedure.query(() => 'hello'),
        save: t.procedure.mutation(() => 'saved'),
      });
      return (req) => fetchRequestHandler({ endpoint, req, router });
    },
    known: { method: 'GET', path: '/hello' },
    expected: '"data":"hello"',
  },
  {
    name: 'GraphQL Yoga',
    at: (graphqlEndpoint) => {
      const typeDefs = 'type Query { hello: String }';
      const schema = createSchema({ typeDefs, resolvers: { Query: { hello: () => 'world' } } });
      const yoga = createYoga({ schema, graphqlEndpoint, logging: false });
      return (request) => yoga.fetch(request);
    },
    known: { method: 'POST', path: '', body: '{"query":"{ hello }"}' },
    expected: '"hello":"world"',
  },
  {
    name: 'better-auth',
    at: (path) => {
      const { handler } = betterAuth({
        baseURL: `http://127.0.0.1${path}`,
        secret: 'a secret of the tests with 32 characters',
        database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
        logger: { disabled: true },
      });
      return handler;
    },
    known: { method: 'GET', path: '/ok' },
    expected: '{"ok":true}',
  },
  {
    name: 'MCP',
    at: () => async (request) => {
      const mcp = new McpServer({ name: 'library', version: '1.0.0' });
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await mcp.connect(transport);
      return transport.handleRequest(request);
    },
    known: { method: 'POST', path: '', body: JSON.stringify(initialize) },
    expected: '"serverInfo":{"name":"library"',
  },
  {
    name: 'Hono',
    at: (path) => {
      const hono = new Hono().basePath(path);
      hono.get('/hello/:name', (context) =>
        context.text(`${context.req.param('name')} ${context.req.query('q')}`),
      );
      return hono.fetch;
    },
    known: { method: 'GET', path: '/hello/a%20b%2Fc?q=%C3%BC' },
    expected: 'a b/c ü',
  },
];

const cases = libraries.flatMap((library) =>
  nodeImplementations.map(([name, factories]) => ({ ...library, on: name, factories })),
);
const BOTH = 'application/json, text/event-stream';
const [[, overHttp1] = []] = adapters;

function mounted(handler: FetchHandler, factories: HttpFactoriesInterface): AppInterface {
  const app = createApp({ factories, body: { strict: true } });
  app.mount('/lib', fromFetchHandler(handler), { escapedSlashes: true });
  return app.add(async (request, next) => {
    const response = await next.handle(request);
    return response.withHeader('X-Layer', 'outer');
  });
}

async function ask(app: AppInterface, sent: Omit<Ask, 'headers'>, accepted = BOTH) {
  const headers = { 'Content-Type': 'application/json', Accept: accepted };
  const answer = await overHttp1?.(app, { ...sent, headers });
  if (answer === undefined) throw new Error('there is no adapter');
  const { status, headers: received, body } = answer;
  return { status, type: received['content-type'] ?? null, text: body.toString(), received };
}

describe.each(cases)('$name on $on', ({ at, known, expected, factories }) => {
  it('serves its path, inside the layers', async () => {
    const app = mounted(at('/lib'), factories);
    const { status, text, received } = await ask(app, { ...known, path: `/lib${known.path}` });
    expect([status, received['x-layer']]).toEqual([200, 'outer']);
    expect(text).toContain(expected);
  });

  it('sees the base path of the application', async () => {
    const app = mounted(at('/base/lib'), factories).setBasePath('/base');
    const { status, text } = await ask(app, { ...known, path: `/base/lib${known.path}` });
    expect([status, text]).toEqual([200, expect.stringContaining(expected)]);
  });

  it.each([
    ['HEAD', known.path, null],
    ['OPTIONS', known.path, null],
    ['DELETE', known.path, null],
    ['GET', '/none', null],
    ['POST', known.path, '{"broken":'],
    ['POST', '/none', '{}'],
  ])('responds to %s %s as it does alone', async (method, path, body) => {
    const accepted = body === null ? 'application/json' : BOTH; // a stream of events would not end
    const sent = { method, path: `/lib${path}` };
    const headers = { 'Content-Type': 'application/json', Accept: accepted };
    const url = `http://127.0.0.1${sent.path}`;
    const alone = await at('/lib')(new Request(url, { method, headers, body }));

    const app = mounted(at('/lib'), factories);
    const { status, type, text } = await ask(app, { ...sent, ...(body && { body }) }, accepted);
    expect([status, type]).toEqual([alone.status, alone.headers.get('Content-Type')]);
    expect(text).toBe(method === 'HEAD' ? '' : await alone.text());
  });
});

describe.each(cases.filter(({ name }) => name === 'tRPC' || name === 'Hono'))(
  '$name on $on, below a handler that removes the prefix',
  ({ at, known, expected, factories }) => {
    it('sees the rest of the path', async () => {
      const inner = at('');
      const stripped: FetchHandler = (request) =>
        inner(new Request(request.url.replace('/lib', ''), request));
      const { text } = await ask(mounted(stripped, factories), {
        ...known,
        path: `/lib${known.path}`,
      });
      expect(text).toContain(expected);
    });
  },
);

describe.each(nodeImplementations)('a library that fails, on %s', (_name, factories) => {
  it('gets the error response of the application', async () => {
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    const failing = () => Promise.reject(new Error('the library failed'));
    app.mount('/lib', fromFetchHandler(failing));
    const { status, text } = await ask(app, { method: 'GET', path: '/lib/x' });
    expect([status, text]).toEqual([500, expect.stringContaining('"status":500')]);
  });
});
