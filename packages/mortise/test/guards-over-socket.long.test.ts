import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { readResponses, talk } from '../../node/test/wire.js';
import {
  type AppInterface,
  createApp,
  factories,
  fromConnect,
  requestPath,
  serve,
  type ServerHandle,
  text,
  underPath,
} from '../src/index.js';

/** The characters that can appear unescaped in a segment, besides letters, digits and `-._~` (RFC 3986 3.3). */
const CHARACTERS = Array.from("!$&'()*+,;=:@");

const deny = () => factories.createResponse(403);

/** Applications that refuse what is below a path, and show everything else to a catch-all. */
const GUARDS: Readonly<Record<string, (path: string) => AppInterface>> = {
  underPath: (path) => open().add(underPath(path, deny)),
  'fromConnect({ path })': (path) =>
    open().add(
      fromConnect(
        (_message, response) => {
          response.statusCode = 403;
          response.end();
        },
        { path },
      ),
    ),
  'a group': (path) => {
    const app = createApp();
    app.group(path, (group) => group.get('/{file}', (_request, response) => response)).add(deny);
    app.get('/{path:.+}', (_request, response, args) => text(response, args.path));
    return app;
  },
  'its own requestPath()': (path) =>
    open().add((request, handler) =>
      requestPath(request)?.startsWith(`${path}/`) === true ? deny() : handler.handle(request),
    ),
};

function open(): AppInterface {
  const app = createApp();
  app.get('/{path:.+}', (_request, response, { path }) => text(response, path));
  return app;
}

let server: ServerHandle | null = null;
afterEach(() => server?.close());

describe.each(Object.keys(GUARDS))('what %s refuses', (kind) => {
  it.each(CHARACTERS)('no spelling of %s reaches', async (character) => {
    const app = GUARDS[kind]?.(`/p${character}q`) as AppInterface;
    server = await serve(app, { port: 0 });
    const escape = `%${character.charCodeAt(0).toString(16)}`;
    const spellings = [character, escape, escape.toUpperCase()].flatMap((spelling) => [
      `/p${spelling}q/f.txt`,
      `/%70${spelling}%71/%66.txt`,
    ]);
    const statuses = await Promise.all(spellings.map(statusOf));
    expect(statuses).toEqual(spellings.map(() => 403));
    expect(await statusOf('/pq/f.txt')).toBe(200);
  });

  async function statusOf(path: string): Promise<number | undefined> {
    const wire = `GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`;
    return readResponses(await talk(server?.port as number, wire), true, ['GET'])[0]?.status;
  }
});

describe('a guard of the first segment, beside a catch-all', () => {
  const characters = fc.constantFrom(
    ...Array.from(`aZ09-._~!$&'()*+,;=:@ "<é😀[]{}|^\``),
    '%',
    '\\',
    '?',
  );
  const word = fc.array(characters, { minLength: 1, maxLength: 4 });
  const way = fc.array(fc.constantFrom(0, 1, 2), { minLength: 8, maxLength: 8 });

  it('refuses every spelling of the same segments, and the catch-all sees as many segments as the guard', async () => {
    await fc.assert(
      fc.asyncProperty(word, word, way, way, async (first, second, one, other) => {
        fc.pre(!/^(?:\.{1,2}|\*+)$/.test(first.join('')));
        // Pattern syntax of a guard is refused, unless it is escaped.
        const guard = `/${spelled(first, one)}`.replace(/[{}[\]*]|(?<=\/):/g, encoded);
        const app = open();
        app.add(underPath(guard, deny));
        const path = `/${spelled(first, other)}/${spelled(second, other.toReversed())}`;
        const request = factories.createServerRequest('GET', `http://h${path}`);
        expect([guard, path, (await app.handle(request)).getStatusCode()]).toEqual([
          guard,
          path,
          403,
        ]);
        const beside = await open().handle(request);
        if (beside.getStatusCode() !== 200) return;
        expect((await beside.getBody().text()).split(/[/\\]/)).toHaveLength(2);
      }),
      { numRuns: numRuns() },
    );
  });

  /** Raw where it may be, or escaped in lower or upper case. */
  function spelled(word: readonly string[], ways: readonly number[]): string {
    return word
      .map((character, index) => {
        if (ways[index] === 0 && !'%\\?'.includes(character)) return character;
        const escape = encoded(character);
        return ways[index] === 2 ? escape.toUpperCase() : escape;
      })
      .join('');
  }

  function encoded(character: string): string {
    return [...new TextEncoder().encode(character)]
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join('');
  }
});
