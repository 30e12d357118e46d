import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { ask, client, closeClients } from '../../test/http2-client.js';
import { answer, closeServers, gate, serving, sleep } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, talk, Wire } from '../../test/wire.js';
import { sendEarlyHints } from './early-hints.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const links = ['</a.css>; rel=preload; as=style', '</b.js>; rel=preload; as=script'];

/** A server that sends hints and says in its response whether they went out. */
const servingHints = () =>
  serving(
    async (request) => {
      const sent = sendEarlyHints(request.withAttribute('a', 1), links);
      await sleep(20);
      return answer(String(sent));
    },
    { http2: true },
  );

describe('sendEarlyHints', () => {
  it('sends a 103 with the links before a response over HTTP/1.1', async () => {
    const { port } = await servingHints();
    const text = await talk(port, lastGet());
    const begin = `HTTP/1.1 103 Early Hints\r\nLink: ${links.join(', ')}\r\n\r\nHTTP/1.1 200 OK\r\n`;
    expect(text.startsWith(begin)).toBe(true);
    expect(text.endsWith('true')).toBe(true);
  });

  it('sends it before a response over HTTP/2', async () => {
    const { url } = await servingHints();
    const { interim, status, body } = await ask(client(url));
    expect(interim).toMatchObject([{ ':status': 103, link: links.join(', ') }]);
    expect([status, body]).toEqual([200, 'true']);
  });

  it('keeps pipelined responses in order', async () => {
    const { port } = await servingHints();
    const text = await talk(port, get('/1') + lastGet('/2'));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 103',
      'HTTP/1.1 200',
      'HTTP/1.1 103',
      'HTTP/1.1 200',
    ]);
  });

  it('sends none to HTTP/1.0', async () => {
    const { port } = await servingHints();
    const text = await talk(port, 'GET / HTTP/1.0\r\nHost: a\r\n\r\n');
    expect([text.slice(0, 15), text.includes('103'), text.slice(-5)]).toEqual([
      'HTTP/1.1 200 OK',
      false,
      'false',
    ]);
  });

  it.each([false, true])(
    'sends none once the response has begun; over HTTP/2: %s',
    async (http2) => {
      const late: boolean[] = [];
      const { port, url } = await serving(
        (request) => {
          request.getLifetime().onEnd(() => {
            late.push(sendEarlyHints(request, links));
          });
          return answer('x');
        },
        { http2 },
      );
      if (http2) expect((await ask(client(url))).interim).toEqual([]);
      else expect(await talk(port, lastGet())).not.toContain('103');
      await waitFor(() => late.length > 0);
      expect(late).toEqual([false]);
    },
  );

  it('sends none after the client disconnected', async () => {
    const sent: boolean[] = [];
    const begun = gate();
    const { port } = await serving(async (request) => {
      begun.open();
      await new Promise((resolve) => {
        request.getLifetime().signal.addEventListener('abort', resolve);
      });
      sent.push(sendEarlyHints(request, links));
      return answer('x');
    });
    const wire = new Wire(port).send(get());
    await begun.opened;
    wire.destroy();
    await waitFor(() => sent.length > 0);
    expect(sent).toEqual([false]);
  });

  it('sends none for an empty list', async () => {
    const { port } = await serving((request) => answer(String(sendEarlyHints(request, []))));
    const text = await talk(port, lastGet());
    expect([text.slice(0, 15), text.slice(-5)]).toEqual(['HTTP/1.1 200 OK', 'false']);
  });

  it('does nothing if no server of this package serves the request', () => {
    expect(sendEarlyHints(factories.createServerRequest('GET', '/'), links)).toBe(false);
  });

  it.each([
    '',
    'a',
    '</a>; rel=preload\r\nSet-Cookie: a=1',
    '<a\r\nSet-Cookie: b>; rel=preload',
    '</é\0>',
  ])('refuses %j', async (link) => {
    const refused: unknown[] = [];
    const { port } = await serving((request) => {
      try {
        sendEarlyHints(request, link);
      } catch (error) {
        refused.push(error);
      }
      return answer('x');
    });
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(refused).toMatchObject([{ code: 'EARLY_HINTS_INVALID' }]);
  });

  it('refuses an invalid value among others, for every client, and says which, without all of it', () => {
    const request = factories.createServerRequest('GET', '/');
    const value = `${'x'.repeat(79)}\n</b>`;
    expect(() => sendEarlyHints(request, ['</a>; rel=preload', value])).toThrow(
      expect.objectContaining({
        code: 'EARLY_HINTS_INVALID',
        status: 500,
        message: `invalid Link header: received "${'x'.repeat(79)}\\n…"; expected a value such as '</path>; rel=preload'`,
      }),
    );
  });

  it("names all values that Node refuses, with Node's error as the cause", async () => {
    let refused: unknown = null;
    const { port } = await serving((request) => {
      try {
        sendEarlyHints(request, ['</a>; rel=preload', 'b']);
      } catch (error) {
        refused = error;
      }
      return answer('x');
    });
    await talk(port, lastGet());
    expect(refused).toMatchObject({
      message: expect.stringContaining('"</a>; rel=preload, b"'),
      cause: { code: 'ERR_INVALID_ARG_VALUE' },
    });
  });
});
