import { describe, expect, it } from '@jest/globals';
import { nodeImplementations } from '../../../../tooling/testing/implementations.js';
import { createApp, text } from '../index.js';
import { inProcess, keepCookies, overSocket } from './index.js';

const clients = [
  ['in the process', inProcess],
  ['over a socket', overSocket],
] as const;

describe.each(nodeImplementations)('a client that keeps cookies, on %s', (_name, factories) => {
  describe.each(clients)('%s', (_place, connectTo) => {
    /** An application that sets the cookies of a query, and responds with those that it gets. */
    function connected() {
      const app = createApp({ factories });
      app.get('/{path:.*}', (request, response) => {
        const lines = new URLSearchParams(request.getUri().getQuery()).getAll('set');
        const body = text(response, request.getHeaderLine('Cookie'));
        return lines.length === 0 ? body : body.withHeader('Set-Cookie', lines);
      });
      const plain = connectTo(app);
      const client = keepCookies(plain);
      const at = async (path: string, ...lines: string[]) => {
        const query = new URLSearchParams(lines.map((line): [string, string] => ['set', line]));
        const response = await client.get(`${path}?${query.toString()}`);
        return response.getBody().text();
      };
      return { plain, client, at };
    }

    it('sends those of earlier responses, the newest value of each', async () => {
      const { at, client } = connected();
      expect(await at('/', 'a=1; Path=/; HttpOnly', '__Host-b=x=y; Path=/; Secure')).toBe('');
      expect(await at('/deep/path')).toBe('a=1; __Host-b=x=y');
      expect(await at('/', 'a=2')).toBe('a=1; __Host-b=x=y');
      expect(await at('/')).toBe('__Host-b=x=y; a=2');
      await client.close();
    });

    it('sends them only below their path, by default the folder that set them', async () => {
      const { at, client } = connected();
      await at('/in/login', 'own=1', 'given=2; Path=/other', 'odd=3; path=other');
      expect(await at('/in/page')).toBe('own=1; odd=3');
      expect(await at('/in')).toBe('own=1; odd=3');
      expect(await at('/inside')).toBe('');
      expect(await at('/other')).toBe('given=2');
      expect(await at('/')).toBe('');
      await client.close();
    });

    it.each(['a=; Max-Age=0', 'a=; max-age=-1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])(
      'removes one for %s',
      async (line) => {
        const { at, client } = connected();
        await at('/', 'a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'b=2');
        expect(await at('/', line)).toBe('a=1; b=2');
        expect(await at('/')).toBe('b=2');
        await client.close();
      },
    );

    it('sends a Cookie header of the request instead, and other headers too', async () => {
      const { at, client, plain } = connected();
      await at('/', 'a=1');
      const own = await client.get('/', { headers: { cookie: 'b=2' } });
      expect(await own.getBody().text()).toBe('b=2');
      const other = await client.get('/', { headers: { Accept: 'text/plain' } });
      expect(await other.getBody().text()).toBe('a=1');
      expect(await (await plain.get('/')).getBody().text()).toBe('');
      await client.close();
    });
  });
});
