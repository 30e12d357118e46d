import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import type { ResponseInterface } from '@mortise/http-message';
import type { ServerResponse } from 'node:http';
import { ask, chunks, innerResponse, passes, servingConnect } from '../../test/connect-serving.js';
import { answer, closeServers, serving, streamed } from '../../test/serving.js';
import { lastGet, talk } from '../../test/wire.js';
import { fromConnect, withTrailers } from '../index.js';

afterEach(closeServers);

describe('a response of the application inside fromConnect', () => {
  it('is sent when the handler calls next, immediately or later', async () => {
    for (const handler of [
      passes,
      ((_req, _res, next) => void setTimeout(next, 5)) satisfies typeof passes,
    ]) {
      expect(String((await ask(handler)).body)).toBe('inner');
    }
  });

  it('creates no promise if nothing waits', async () => {
    const middleware = fromConnect((_req, res, next) => {
      res.setHeader('X-By', 'connect');
      next();
    });
    const ends = fromConnect((_req, res) => void res.end('ended'));
    const results: unknown[] = [];
    const { port } = await serving((request) => {
      const inner = { handle: innerResponse };
      const first = middleware.process(request, inner);
      const second = ends.process(request, inner);
      results.push('then' in first, 'then' in second);
      return first;
    });
    await talk(port, lastGet());
    expect(results).toEqual([false, false]);
  });

  it('has the headers that the handler set, unless it has them itself', async () => {
    const { fields } = await ask((_req, res, next) => {
      res.setHeader('X-Frame-Options', 'DENY').setHeader('X-Inner', 'overruled');
      res.statusCode = 500;
      next();
    });
    expect([fields.get('x-frame-options'), fields.get('x-inner')]).toEqual([['DENY'], ['kept']]);
  });

  it('adds its cookies and its Vary to those of the handler', async () => {
    const { fields } = await ask(
      (_req, res, next) => {
        res.setHeader('Set-Cookie', 'c=3').setHeader('Vary', ['Origin', 'accept']);
        next();
      },
      { inner: () => innerResponse().withHeader('Vary', 'Accept, Cookie') },
    );
    expect(fields.get('set-cookie')).toEqual(['c=3', 'a=1', 'b=2']);
    expect(fields.get('vary')).toEqual(['Origin, Accept, Cookie']);
  });

  it('keeps its status, phrase and length', async () => {
    const response = await ask(passes, {
      inner: () => answer('x', 299).withStatus(299, 'Mine').withHeader('Content-Length', '1'),
    });
    expect(response).toMatchObject({ status: 299, reason: 'Mine' });
    expect(response.fields.get('content-length')).toEqual(['1']);
  });

  it('has no length for outer layers unless it stated one', async () => {
    const lengths: string[] = [];
    const { fields } = await ask(passes, {
      outer: (response) => {
        lengths.push(response.getHeaderLine('Content-Length'));
        return response.withBody(factories.createStream('another'));
      },
    });
    expect([lengths, fields.get('content-length')]).toEqual([[''], ['7']]);
  });

  it('passes through writeHead, write and end of res if the handler has replaced them', async () => {
    const { body, fields, status } = await ask((_req, res, next) => {
      const { writeHead, write, end } = res as unknown as Record<
        string,
        (...all: unknown[]) => unknown
      >;
      Object.assign(res, {
        writeHead(code: number) {
          res.setHeader('X-Length', String(res.getHeader('Content-Length')));
          res.removeHeader('Content-Length');
          res.removeHeader('X-Inner');
          return writeHead?.call(res, code + 1);
        },
        write: (chunk: Buffer) => write?.call(res, `<${String(chunk)}>`),
        end: (chunk?: Buffer) => {
          if (chunk !== undefined) write?.call(res, `[${String(chunk)}]`);
          return end?.call(res, '.');
        },
      });
      next();
    });
    expect([status, String(body)]).toEqual([201, '[inner].']);
    expect([fields.get('x-length'), fields.get('x-inner')]).toEqual([['5'], undefined]);
    expect(fields.get('set-cookie')).toEqual(['a=1', 'b=2']);
  });

  it('passes through them chunk by chunk, and is closed', async () => {
    const inner = streamed(chunks('a', 'b', 'c'));
    const { body } = await ask(
      (_req, res, next) => {
        const write = res.write.bind(res) as (chunk: string) => boolean;
        // Without a result, which some wrappers forget.
        Object.assign(res, { write: (chunk: Buffer) => void write(`<${String(chunk)}>`) });
        next();
      },
      { inner: () => inner },
    );
    expect([String(body), inner.getBody().isReadable()]).toEqual(['<a><b><c>', false]);
  });

  it('keeps its body, trailers included, if only its head is rewritten', async () => {
    const bodies: unknown[] = [];
    const inner = withTrailers(streamed(chunks('a')), { 'X-Sum': () => 'a' });
    const { port } = await servingConnect(
      (_req, res, next) => {
        const writeHead = res.writeHead.bind<(code: number) => ServerResponse>(res);
        Object.assign(res, {
          writeHead(code: number) {
            res.setHeader('X-Head', '1');
            return writeHead(code);
          },
        });
        next();
      },
      {
        inner: () => inner,
        outer: (response) => {
          bodies.push(response.getBody());
          return response;
        },
      },
    );
    const text = await talk(port, lastGet('/', 'TE: trailers'));
    expect(text).toMatch(/x-head: 1[^]*X-Sum: a\r\n\r\n$/i);
    expect(bodies).toEqual([inner.getBody()]);
  });

  it('waits for drain with one listener, because compression cannot remove it', async () => {
    let listeners = 0;
    const { body } = await ask(
      (_req, res, next) => {
        const [on, write] = [res.on.bind(res), res.write.bind(res)];
        Object.assign(res, {
          on(name: string, listener: () => void) {
            if (name === 'drain') listeners++;
            return on(name, listener);
          },
          write(chunk: unknown) {
            write(chunk);
            setImmediate(() => res.emit('drain'));
            return false;
          },
        });
        next();
      },
      { inner: () => streamed(chunks('a', 'b', 'c')) },
    );
    expect([String(body), listeners]).toEqual(['abc', 1]);
  });

  it('is closed if it cannot be written', async () => {
    const inner = streamed(chunks('a'));
    inner.getStatusCode = () => {
      throw new Error('no status');
    };
    const { status } = await ask(passes, { inner: () => inner });
    expect([status, inner.getBody().isReadable()]).toEqual([500, false]);
  });

  it('is closed if the handler fails after next', async () => {
    const inner = streamed(chunks('a'));
    const { status } = await ask(
      (_req, _res, next) => {
        next();
        throw new Error('late');
      },
      { inner: () => inner },
    );
    expect([status, inner.getBody().isReadable()]).toEqual([500, false]);
  });

  it('is not read for HEAD, and closed', async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield await Promise.resolve(new Uint8Array(1024));
      } finally {
        closed = true;
      }
    }
    const stream = source();
    await stream.next();
    const { body, complete } = await ask(
      (_req, res, next) => {
        Object.assign(res, { write: res.write.bind(res) });
        next();
      },
      { inner: () => streamed(stream) },
      lastGet().replace('GET', 'HEAD'),
    );
    expect([body.length, complete, closed]).toEqual([0, true, true]);
  });

  it('of a handler has no body for HEAD, for the outer layers too', async () => {
    const bodies: unknown[] = [];
    const outer = (response: ResponseInterface) => {
      bodies.push(String(response.getBody().inMemory()), response.getHeaderLine('Content-Length'));
      return response;
    };
    const head = lastGet().replace('GET', 'HEAD');
    const handler: typeof passes = (_req, res) => {
      res.setHeader('Content-Length', 4).end('body');
    };
    const { fields } = await ask(handler, { outer }, head);
    expect([bodies, fields.get('content-length')]).toEqual([['', '4'], ['4']]);
  });

  it('is requested once, however often the handler calls next', async () => {
    let calls = 0;
    const { body } = await ask(
      (_req, _res, next) => {
        next();
        next();
        setImmediate(next);
      },
      { inner: () => (calls++, innerResponse()) },
    );
    expect([calls, String(body)]).toEqual([1, 'inner']);
  });

  it('is replaced by what the handler writes after next, and closed', async () => {
    const late = streamed(chunks('inner'));
    const { body } = await ask(
      (_req, res, next) => {
        next();
        res.end('handler');
      },
      { inner: () => Promise.resolve(late) },
    );
    expect([String(body), late.getBody().isReadable()]).toEqual(['handler', false]);
  });
});
