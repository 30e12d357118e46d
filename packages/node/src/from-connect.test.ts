import { afterEach, describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ask, passes, servingConnect } from '../test/connect-serving.js';
import { closeServers } from '../test/serving.js';
import { lastGet, talk } from '../test/wire.js';
import { type ConnectHandler, fromConnect } from './index.js';

afterEach(closeServers);

describe('a response that the handler writes', () => {
  it('passes outward through the layers', async () => {
    let seen: unknown[] = [];
    const response = await ask(
      (_req, res) => void res.writeHead(418, 'Short', { 'X-By': 'connect' }).end('teapot'),
      {
        outer: async (inner) => {
          const text = await inner.getBody().text();
          seen = [inner.getStatusCode(), inner.getReasonPhrase(), inner.getHeaders(), text];
          return inner.withHeader('Content-Security-Policy', "default-src 'none'");
        },
      },
    );
    expect(seen).toEqual([418, 'Short', { 'X-By': ['connect'] }, 'teapot']);
    expect(response).toMatchObject({ status: 418, reason: 'Short', body: Buffer.from('teapot') });
    expect(response.fields.get('content-security-policy')).toEqual(["default-src 'none'"]);
    expect(response.fields.get('content-length')).toEqual(['6']);
  });

  it.each<[string, Parameters<ServerResponse['writeHead']>[1] | readonly unknown[]]>([
    ['an object', { 'Set-Cookie': ['a=1', 'b=2'], 'X-Number': 7 }],
    ['a list', ['Set-Cookie', 'a=1', 'X-Number', 7, 'set-cookie', 'b=2']],
    [
      'a list of pairs',
      [
        ['Set-Cookie', ['a=1', 'b=2']],
        ['X-Number', 7],
      ],
    ],
  ])('accepts the headers of writeHead as %s', async (_, fields) => {
    const { fields: sent } = await ask((_req, res) => {
      res.setHeader('X-Number', 'overruled').setHeader('X-Early', 'kept');
      res.writeHead(200, fields as string[]).end();
    });
    expect(sent.get('set-cookie')).toEqual(['a=1', 'b=2']);
    expect([sent.get('x-number'), sent.get('x-early')]).toEqual([['7'], ['kept']]);
  });

  it('has the registered phrase for its status, or the one that the handler sets', async () => {
    const phrases = [];
    for (const statusMessage of ['', 'Gone fishing']) {
      const { status, reason } = await ask((_req, res) => {
        Object.assign(res, { statusCode: 404, statusMessage }).end();
      });
      phrases.push(status, reason);
    }
    expect(phrases).toEqual([404, 'Not Found', 404, 'Gone fishing']);
  });

  it('is in memory if it was written in one turn of the event loop, and otherwise streamed', async () => {
    const bodies: unknown[] = [];
    const outer = (response: ResponseInterface): ResponseInterface => {
      bodies.push(response.getBody().inMemory());
      return response;
    };
    const whole = await ask((_req, res) => void (res.write('a'), res.write('b'), res.end('c')), {
      outer,
    });
    const coming = await ask(
      (_req, res) => void (res.write('a'), setImmediate(() => setImmediate(() => res.end('bc')))),
      { outer },
    );
    expect(bodies).toEqual([Buffer.from('abc'), null]);
    expect([String(whole.body), String(coming.body)]).toEqual(['abc', 'abc']);
    expect(whole.fields.get('content-length')).toEqual(['3']);
    expect(coming.fields.get('transfer-encoding')).toEqual(['chunked']);
  });

  it('sends its head before its body after flushHeaders', async () => {
    let res: ServerResponse | undefined;
    const { body, status } = await ask(
      (_req, outgoing) => {
        outgoing.statusCode = 203;
        (res = outgoing).flushHeaders();
      },
      {
        outer: (response) => {
          res?.end('later');
          return response;
        },
      },
    );
    expect([status, String(body)]).toEqual([203, 'later']);
  });

  it('has the bytes of strings in every encoding, and of arrays', async () => {
    const { body } = await ask((_req, res) => {
      res.write('é');
      res.write('é', 'latin1');
      res.write('00ff', 'hex');
      res.end(new Uint8Array([1, 2]));
    });
    expect([...body]).toEqual([0xc3, 0xa9, 0xe9, 0x00, 0xff, 1, 2]);
  });

  it('is framed by the server, whatever framing headers the handler sets', async () => {
    const { fields, body } = await ask((_req, res) => {
      res.setHeader('Transfer-Encoding', 'chunked').setHeader('Trailer', 'X-Sum');
      res.write('ab');
      setImmediate(() => res.end('cd'));
    });
    expect([String(body), fields.get('trailer')]).toEqual(['abcd', undefined]);
  });

  it('closes the connection if the handler sets Connection: close', async () => {
    const head = lastGet().replace('Connection: close\r\n', '');
    const { fields } = await ask(
      (_req, res) => void res.setHeader('Connection', 'close').end(),
      {},
      head,
    );
    expect(fields.get('connection')).toEqual(['close']);
  });

  it.each([
    ['HEAD', 200, '5'],
    ['GET', 204, undefined],
    ['GET', 304, '5'],
  ])('has no body with %s and status %i', async (method, status, length) => {
    const response = await ask(
      (_req, res) => void res.writeHead(status, { 'Content-Length': 5 }).end('12345'),
      {},
      lastGet().replace('GET', method),
    );
    expect(response).toMatchObject({ status, complete: true });
    expect(response.fields.get('content-length')).toEqual(length === undefined ? length : [length]);
    expect(String(response.body)).toBe('');
  });

  it('cannot have a status outside the range of HTTP', async () => {
    const { status, errors } = await ask((_req, res) => void res.writeHead(700).end());
    expect(status).toBe(500);
    expect(errors).toMatchObject([{ code: 'STATUS_INVALID' }]);
  });
});

describe('res', () => {
  it('has the same state as a response of Node while it is written', async () => {
    const facts: unknown[] = [];
    const look = (res: ServerResponse): void => {
      facts.push([res.headersSent, res.writableEnded, res.writableFinished, res.getHeader('x-a')]);
    };
    await ask((req, res) => {
      res.setHeader('X-A', ['1', '2']);
      look(res);
      res.writeHead(200, { 'X-A': '3' });
      look(res);
      expect(() => res.setHeader('X-B', '1')).toThrow(
        expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT' }),
      );
      res.end();
      look(res);
      facts.push(res.req === req, res.socket?.remoteAddress, { ...res.getHeaders() });
    });
    expect(facts).toEqual([
      [false, false, false, ['1', '2']],
      [true, false, false, '3'],
      [true, true, false, '3'],
      true,
      '127.0.0.1',
      { 'x-a': '3' },
    ]);
  });

  it('calls back when a chunk was accepted', async () => {
    const order: string[] = [];
    const { body } = await ask((_req, res) => {
      res.write('a', () => {
        order.push('a');
        res.write('b', 'utf8', () => {
          order.push('b');
          res.end('c', () => order.push('end'));
        });
      });
    });
    expect([String(body), order]).toEqual(['abc', ['a', 'b', 'end']]);
  });

  it('sends 103 and 100 before the response', async () => {
    const { port } = await servingConnect((_req, res) => {
      res.writeContinue();
      res.writeEarlyHints({ link: '</a.css>; rel=preload' }, () => res.end('x'));
    });
    expect(await talk(port, lastGet())).toMatch(
      /^HTTP\/1\.1 100 [^]*HTTP\/1\.1 103 [^]*a\.css[^]*HTTP\/1\.1 200 [^]*x$/,
    );
  });

  it('can get another prototype, as Express sets it', async () => {
    const { body, fields } = await ask((_req, res, next) => {
      Object.setPrototypeOf(res, Object.create(Object.getPrototypeOf(res) as object) as object);
      res.writeHead(200, ['X-A', '1', 'X-A', '2']);
      res.write('a');
      setImmediate(() => res.end('b', next));
    });
    expect([String(body), fields.get('x-a')]).toEqual(['ab', ['1', '2']]);
  });
});

it.each([undefined, { handle: () => undefined }])(
  'refuses %p, which is not a function',
  (handler) => {
    expect(() => fromConnect(handler as never)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: `invalid fromConnect.handler: received ${handler === undefined ? 'undefined' : 'an object'}; expected a function (req, res, next)`,
      }),
    );
  },
);

it('refuses an error handler of Express, which would get the request as its error', () => {
  const handler = (...given: readonly unknown[]): number => given.length;
  Object.defineProperty(handler, 'length', { value: 4 });
  expect(() => fromConnect(handler as never)).toThrow(
    'invalid fromConnect.handler: received a function; expected a function (req, res, next); one of (err, req, res, next) is never called: use app.setDefaultErrorHandler instead',
  );
});

it.each([
  ['of its handler', 'guard', 'guard'],
  ['fromConnect, if that has none', '', 'fromConnect'],
])('the middleware has the name %s', (_, value, name) => {
  const handler: ConnectHandler = (req, res, next) => passes(req, res, next);
  Object.defineProperty(handler, 'name', { value });
  expect(fromConnect(handler).name).toBe(name);
});

it.each([
  ['assets', '"assets"'],
  ['/a?b', '"/a?b"'],
  ['/admin/*', '"/admin/*"'],
  ['/users/:id', '"/users/:id"'],
  ['/{tenant}/assets', '"/{tenant}/assets"'],
  [`/${'x'.repeat(90)}?`, `"/${'x'.repeat(79)}…"`],
])('refuses the path %j', (path, quoted) => {
  expect(() => fromConnect(passes, { path })).toThrow(
    expect.objectContaining({
      code: 'OPTION_INVALID',
      message: `invalid fromConnect.path: received ${quoted}; expected "" or a path such as "/app": one "/" before each segment, without placeholders, brackets or "*"`,
    }),
  );
});

it('the response is created by the factories of the request, or by those that are given', async () => {
  const made: string[] = [];
  const counting = {
    ...factories,
    createResponse: (status?: number) => {
      made.push('given');
      return factories.createResponse(status);
    },
  };
  for (const options of [undefined, { factories: counting }]) {
    const { body } = await ask((_req, res) => res.end('x'), { ...(options && { options }) });
    expect(String(body)).toBe('x');
  }
  expect(made).toEqual(['given']);
});

it('a handler may be typed for more members than those of Node, as handlers of Express are', () => {
  interface Extended extends IncomingMessage {
    readonly ip: string;
  }
  interface Sending extends ServerResponse {
    send(text: string): this;
  }
  type Next = (error?: Error | 'route') => void;
  const handler = (req: Extended, res: Sending, next: Next): void => {
    if (req.ip === '') res.send('');
    else next();
  };
  expect(fromConnect(handler)).toHaveProperty('name', 'handler');
  expect(() => {
    // @ts-expect-error -- middleware of an application is no such handler
    fromConnect((_request: ResponseInterface, _inner: string) => null);
  }).not.toThrow();
});
