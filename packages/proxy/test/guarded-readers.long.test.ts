import { Agent, createServer, request as requestOnNode } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromFetchHandler, toFetchHandler } from '@mortise/fetch';
import fc from 'fast-check';
import {
  type AppInterface,
  canonicalUrl,
  createApp,
  factories,
  fromConnect,
  requestPath,
  serve,
  type ServerHandle,
  text,
  underPath,
} from 'mortise';
import { createApp as createWebApp } from 'mortise/web';
import { proxy } from '../src/index.js';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { GUARDED, isGuarded, pathSpellings } from '../../../tooling/properties/path-spellings.js';

/** What the client gets. */
interface Seen {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
}

const REACHED = 'what is guarded';
const answerTo = (path: string): string => (isGuarded(path) ? REACHED : 'something else');

/** The paths that a guard refuses, as its options have them. */
const places = (prefix: string): readonly string[] =>
  GUARDED.map((segment) => `${prefix}/${encodeURIComponent(segment).replaceAll('*', '%2A')}`);

const deny = () => factories.createResponse(403);

/** Adds guards to an application before its readers. */
const GUARDS: Readonly<Record<string, (app: AppInterface, prefix: string) => void>> = {
  underPath(app, prefix) {
    for (const place of places(prefix)) app.add(underPath(place, deny));
  },
  'a group': (app, prefix) => {
    for (const segment of GUARDED) {
      // A pattern is decoded text, in which a bracket is syntax.
      const pattern = segment.includes('[') ? '{name:\\[z\\]}' : segment;
      const register: Parameters<typeof app.group>[1] = (group) => {
        group.any('[/{rest:.*}]', (_request, response) => response);
      };
      app.group(`${prefix}/${pattern}`, register, { escapedSlashes: true }).add(deny);
    }
  },
  'fromConnect({ path })': (app, prefix) => {
    for (const path of places(prefix)) {
      app.add(
        fromConnect(
          (_message, response) => {
            response.statusCode = 403;
            response.end();
          },
          { path },
        ),
      );
    }
  },
  'its own requestPath()': (app, prefix) => {
    const guarded = places(prefix);
    app.add((request, handler) => {
      const path = requestPath(request);
      const isBelow = path === null || guarded.some((place) => below(path, place));
      return isBelow ? deny() : handler.handle(request);
    });
  },
};

/** `[` and `]` stay escaped in the canonical path, `@` does not. */
function below(path: string, place: string): boolean {
  const raw = place.replaceAll(/%(?:2[1456789ABC]|3[ABD]|40)/gi, decodeURIComponent);
  return path === raw || path.startsWith(`${raw}/`);
}

const echo = fromFetchHandler((request) => {
  const { pathname } = new URL(request.url);
  return new Response(answerTo(pathname.replace(/^\/m(?=\/)/, '')));
});

let upstream: string;
/** Decodes what it receives, as most servers do. */
const origin = createServer((message, response) => {
  response.end(answerTo(new URL(`http://h${message.url}`).pathname));
});

/** Ways to a resource, each with the prefix under which it is. */
const READERS: Readonly<Record<string, readonly [string, (app: AppInterface) => void]>> = {
  'app.mount() of a fetch handler': ['/m', (app) => app.mount('/m', echo)],
  'app.mount() with escapedSlashes': [
    '/m',
    (app) => app.mount('/m', echo, { escapedSlashes: true }),
  ],
  'app.mount() with keepPrefix and escapedSlashes': [
    '/m',
    (app) => app.mount('/m', echo, { escapedSlashes: true, keepPrefix: true }),
  ],
  'app.mount() of an application': [
    '/m',
    (app) => {
      const inner = createApp();
      inner.get('/{path:.+}', (_request, response, { path }) =>
        text(response, answerTo(`/${path.split('/').map(encodeURIComponent).join('/')}`)),
      );
      app.mount('/m', inner);
    },
  ],
  'canonicalUrl and a catch-all': [
    '',
    (app) => {
      app.get('/{path:.+}', (_request, response, { path }) =>
        text(response, answerTo(`/${path.split('/').map(encodeURIComponent).join('/')}`)),
      );
      app.add(canonicalUrl({ slash: 'never' }));
    },
  ],
  proxy: [
    '',
    (app) => app.any('/{path:.+}', (request) => proxy({ target: upstream }).handle(request)),
  ],
  'proxy with escapedSlashes': [
    '',
    (app) =>
      app.any('/{path:.+}', (request) => proxy({ target: upstream }).handle(request), {
        escapedSlashes: true,
      }),
  ],
};

const agent = new Agent({ keepAlive: true });

function ask(server: ServerHandle, path: string, method = 'GET'): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const { port } = server;
    const outgoing = requestOnNode({ agent, port, host: '127.0.0.1', path, method }, (incoming) => {
      let body = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => (body += part));
      incoming.on('end', () => {
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, body, location: headers.location });
      });
    });
    outgoing.on('error', reject).end();
  });
}

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    origin.listen(0, '127.0.0.1', resolve);
  });
  upstream = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
});
afterAll(() => {
  agent.destroy();
  origin.close();
  origin.closeAllConnections();
});

describe.each(Object.keys(GUARDS))('what %s refuses', (guard) => {
  it.each(Object.keys(READERS))('no spelling reaches through %s', async (reader) => {
    const [prefix, addReader] = READERS[reader] ?? ['', () => undefined];
    const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
    // The first of two patterns wins; the last layer is the outermost.
    if (guard === 'a group') GUARDS[guard]?.(app, prefix);
    addReader(app);
    if (guard !== 'a group') GUARDS[guard]?.(app, prefix);
    const server = await serve(app, { port: 0, onError: () => undefined });
    let refused = 0;
    try {
      await fc.assert(
        fc.asyncProperty(pathSpellings(prefix), async (path) => {
          let seen = await ask(server, path);
          // A client follows redirects.
          for (let count = 0; seen.status === 308 && count < 3; count++) {
            const { location = '' } = seen;
            expect(location).toMatch(/^\/(?!\/)/);
            seen = await ask(server, location);
          }
          if (seen.status === 403) refused++;
          expect([path, seen.body]).not.toEqual([path, REACHED]);
        }),
        { numRuns: numRuns(80), examples: [[`${prefix}/admin/f.txt`]] },
      );
    } finally {
      await server.close();
    }
    expect(refused).toBeGreaterThan(0);
  });
});

describe.each(['underPath', 'a group', 'its own requestPath()'])('what %s refuses', (guard) => {
  it('no spelling reaches in an application of mortise/web, through fetch', async () => {
    const app = createWebApp();
    const addReader = (): void => {
      app.get('/{path:.+}', (_request, response, { path }) =>
        text(response, answerTo(`/${path.split('/').map(encodeURIComponent).join('/')}`)),
      );
    };
    if (guard !== 'a group') addReader();
    GUARDS[guard]?.(app, '');
    if (guard === 'a group') addReader();
    const respond = toFetchHandler(app, { onError: () => undefined });
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(pathSpellings(), async (path) => {
        const response = await respond(new Request(`http://h${path}`));
        if (response.status === 403) refused++;
        expect([path, await response.text()]).not.toEqual([path, REACHED]);
      }),
      { numRuns: numRuns(80), examples: [['/admin/f.txt']] },
    );
    expect(refused).toBeGreaterThan(0);
  });
});
