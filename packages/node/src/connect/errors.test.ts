import { afterEach, describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import type { ServerResponse } from 'node:http';
import { ask, innerResponse, passes, servingConnect } from '../../test/connect-serving.js';
import { answer, closeServers, serving } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { lastGet, readResponses, talk, Wire, type WireResponse } from '../../test/wire.js';
import { type ConnectHandler, fromConnect } from '../index.js';

afterEach(closeServers);

describe('an error at fromConnect', () => {
  it.each<[string, ConnectHandler]>([
    [
      'passed to next',
      (_req, _res, next) => {
        next(new Error('refused'));
      },
    ],
    [
      'passed to next as a string',
      (_req, _res, next) => {
        next('refused');
      },
    ],
    [
      'thrown',
      () => {
        throw new Error('refused');
      },
    ],
    ['that a promise rejects with', () => Promise.reject(new Error('refused'))],
    [
      'after a body has begun in the same turn',
      (_req, res) => {
        res.write('half');
        throw new Error('refused');
      },
    ],
    [
      'thrown after next',
      (_req, _res, next) => {
        next();
        throw new Error('refused');
      },
    ],
    ['passed to res.destroy', (_req, res) => void res.destroy(new Error('refused'))],
  ])('is an error of the layer: %s', async (_, handler) => {
    const { status, body, errors } = await ask(handler);
    expect([status, String(body)]).toEqual([500, 'Internal Server Error']);
    expect(errors).toHaveLength(1);
    const { message, cause = message } = errors[0] as Error;
    expect(cause).toBe('refused');
  });

  it.each<[string, ConnectHandler]>([
    ['write', (_req, res) => res.write('part')],
    [
      'flushHeaders',
      (_req, res) => {
        res.flushHeaders();
      },
    ],
    ['writeHead', (_req, res) => res.writeHead(200)],
  ])('says that the response was begun by %s before next', async (_, begin) => {
    const { status, errors } = await ask((req, res, next) => {
      begin(req, res, next);
      next();
    });
    expect(status).toBe(500);
    expect(errors).toMatchObject([
      {
        code: 'RESPONSE_INVALID',
        message:
          'a Connect-style handler began the response and called next(): end the response, or set headers with res.setHeader before next() and write nothing',
      },
    ]);
  });

  it.each<[string, ConnectHandler, number]>([
    [
      'before next',
      (_req, res, next) => {
        res.write('part', () => setImmediate(next));
      },
      0,
    ],
    [
      'after next',
      (_req, res, next) => {
        next();
        res.write('part');
      },
      1,
    ],
  ])('ends the connection if a part was sent %s', async (_, handler, calls) => {
    let called = 0;
    const inner = () => {
      called++;
      return new Promise<ResponseInterface>((resolve) => {
        setImmediate(() => setImmediate(resolve, innerResponse()));
      });
    };
    const { complete, errors } = await ask(handler, { inner });
    expect([complete, called]).toEqual([false, calls]);
    expect(errors).toMatchObject([{ code: 'RESPONSE_INVALID' }]);
  });

  it.each([
    [{ status: 404 }, 404],
    [Object.assign(Object.create(Error.prototype) as Error, { statusCode: 409 }), 409],
  ])('has its status even if it is not created by Error: %j', async (error, expected) => {
    const { status, errors } = await ask((_req, _res, next) => {
      next(error);
    });
    expect([status, errors]).toEqual([expected, []]);
  });

  it('is passed on unchanged if it only inherits from Error', async () => {
    const error = Object.create(Error.prototype) as Error;
    const { errors } = await ask((_req, _res, next) => {
      next(error);
    });
    expect(errors).toEqual([error]);
    expect(errors[0]).toBe(error);
  });

  it('of the inner application passes outward, with the headers of the handler except those of content', async () => {
    const middleware = fromConnect((_req, res, next) => {
      res.setHeader('X-Content-Type-Options', 'nosniff').setHeader('ETag', '"1"');
      res.setHeader('Content-Encoding', 'br').setHeader('Transfer-Encoding', 'chunked');
      res.setHeader('Cache-Control', 'public').setHeader('Expires', '0');
      next();
    });
    const inners = [
      () => {
        throw new Error('inner');
      },
      () => Promise.reject(new Error('inner')),
    ];
    for (const handle of inners) {
      for (const catches of [false, true]) {
        const { port, errors } = await serving(async (request) => {
          try {
            return await middleware.process(request, { handle });
          } catch (error) {
            if (catches) return answer('sorry', 500);
            throw error;
          }
        });
        const [response] = readResponses(await talk(port, lastGet()), true);
        const { fields } = response as WireResponse;
        expect(fields.get('x-content-type-options')).toEqual(['nosniff']);
        const dropped = [
          'etag',
          'content-encoding',
          'transfer-encoding',
          'cache-control',
          'expires',
        ];
        expect(dropped.filter((name) => fields.has(name))).toEqual([]);
        expect(errors).toMatchObject(catches ? [] : [{ message: 'inner' }]);
      }
    }
  });

  it('inside two handlers keeps the cookies of both', async () => {
    const setting = (cookie: string) =>
      fromConnect((_req, res, next) => {
        res.setHeader('Set-Cookie', cookie);
        next();
      });
    const outer = setting('a=1');
    const inner = setting('b=2');
    const broken = {
      handle: () => {
        throw new Error('broken');
      },
    };
    const { port } = await serving((request) =>
      outer.process(request, { handle: (asked) => inner.process(asked, broken) }),
    );
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response?.fields.get('set-cookie')?.toSorted()).toEqual(['a=1', 'b=2']);
  });

  it('of the inner application ends res with the status that was sent', async () => {
    const seen: unknown[] = [];
    await ask(
      (_req, res, next) => {
        res.on('finish', () => seen.push(res.headersSent, res.statusCode));
        next();
      },
      {
        inner: () => {
          throw Object.assign(new Error('gone'), { status: 410 });
        },
      },
    );
    expect(seen).toEqual([true, 410]);
  });

  it.each<[string, (res: ServerResponse, next: (error: unknown) => void) => void]>([
    [
      'passed to next',
      (_res, next) => {
        next(new Error('late'));
      },
    ],
    ['passed to res.destroy', (res) => void res.destroy(new Error('late'))],
  ])('that occurs after the body has begun aborts it and is reported: %s', async (_, fail) => {
    let failLate: () => void = () => undefined;
    const { port, errors } = await servingConnect((_req, res, next) => {
      res.write('half');
      failLate = () => {
        fail(res, next);
      };
    });
    const wire = new Wire(port).send(lastGet());
    await wire.hear((text) => text.includes('half'));
    failLate();
    const [response] = readResponses(await wire.untilClosed(), true);
    expect(response?.complete).toBe(false);
    expect(errors).toMatchObject([{ message: 'late' }]);
  });

  it('that occurs after the whole response is written is reported', async () => {
    const { body, errors } = await ask((_req, res, next) => {
      res.end('all');
      setImmediate(() => {
        next(new Error('late'));
      });
    });
    expect(String(body)).toBe('all');
    expect(errors).toMatchObject([{ message: 'late' }]);
  });

  it('after the end of res in the same turn leaves its finish, with the status that was sent instead', async () => {
    const seen: unknown[] = [];
    const { status } = await ask((_req, res, next) => {
      res.on('finish', () => seen.push('finish', res.statusCode));
      res.on('close', () => seen.push('close'));
      res.end('all');
      next({ status: 409 });
    });
    await waitFor(() => seen.includes('close'));
    expect([status, seen]).toEqual([409, ['finish', 200, 'close']]);
  });

  it('of writing after the end is reported and does not change the response', async () => {
    const { body, errors } = await ask((_req, res) => {
      res.end('all');
      res.write('more');
    });
    expect(String(body)).toBe('all');
    expect(errors).toMatchObject([{ code: 'ERR_STREAM_WRITE_AFTER_END' }]);
  });

  it('is RAW_REQUEST_UNKNOWN if no server of this package received the request', () => {
    const request = factories.createServerRequest('GET', '/');
    expect(() => fromConnect(passes).process(request, { handle: innerResponse })).toThrow(
      expect.objectContaining({ code: 'RAW_REQUEST_UNKNOWN' }),
    );
  });
});
