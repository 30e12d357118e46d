import { Agent, request as requestOnNode } from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type AppInterface, createApp, factories, fromConnect, serve, underPath } from 'mortise';
import { staticFiles } from '../src/node/index.js';
import { createSite } from './site.js';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { GUARDED, pathSpellings } from '../../../tooling/properties/path-spellings.js';

const SECRET = 'the guarded file';
const PAGE = 'the page of the fallback';
const site = createSite({
  'index.html': PAGE,
  ...Object.fromEntries(GUARDED.map((segment) => [`${segment}/f.txt`, SECRET])),
});
const agent = new Agent({ keepAlive: true });
afterAll(() => {
  agent.destroy();
  site.remove();
});

const deny = () => factories.createResponse(403);
const places = GUARDED.map((segment) => `/${encodeURIComponent(segment).replaceAll('*', '%2A')}`);

const GUARDS: Readonly<Record<string, (app: AppInterface) => void>> = {
  underPath(app) {
    for (const place of places) app.add(underPath(place, deny));
  },
  'fromConnect({ path })': (app) => {
    for (const path of places) {
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
};

function textOf(port: number, path: string): Promise<string> {
  const headers = { Accept: 'text/html' };
  return new Promise((resolve, reject) => {
    const options = { agent, port, host: '127.0.0.1', path, headers };
    const outgoing = requestOnNode(options, (incoming) => {
      let body = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => (body += part));
      incoming.on('end', () => {
        resolve(incoming.statusCode === 403 ? 'refused' : body);
      });
    });
    outgoing.on('error', reject).end();
  });
}

describe.each(Object.keys(GUARDS))('the files that %s refuses', (guard) => {
  it.each([undefined, 'index.html'])(
    'no spelling of their path reaches, with the fallback %p',
    async (fallback) => {
      const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
      app.add(staticFiles({ root: site.root, ...(fallback !== undefined && { fallback }) }));
      GUARDS[guard]?.(app);
      const server = await serve(app, { port: 0, onError: () => undefined });
      let refused = 0;
      try {
        await fc.assert(
          fc.asyncProperty(pathSpellings(), async (path) => {
            const text = await textOf(server.port, path);
            if (text === 'refused') refused++;
            expect([path, text]).not.toEqual([path, SECRET]);
          }),
          { numRuns: numRuns(200), examples: [['/admin/f.txt']] },
        );
      } finally {
        await server.close();
      }
      expect(refused).toBeGreaterThan(0);
    },
  );
});
