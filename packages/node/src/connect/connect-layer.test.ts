import { afterEach, describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import type { ServerResponse } from 'node:http';
import { ask, chunks, innerResponse, passes, servingConnect } from '../../test/connect-serving.js';
import { answer, closeServers, gate, serving, streamed } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, talk, Wire } from '../../test/wire.js';
import { type ConnectHandler, fromConnect } from '../index.js';

afterEach(closeServers);

/** Replaces one method of `res` by another that does the same. */
const replaces =
  (name: 'write' | 'end'): ConnectHandler =>
  (_req, res, next) => {
    const own = res[name].bind(res) as (...given: unknown[]) => unknown;
    Object.assign(res, { [name]: (...given: unknown[]) => own(...given) });
    next();
  };

describe('a request whose client is gone before the handler', () => {
  it('is not passed to it, and fails with REQUEST_ABORTED', async () => {
    let handled = 0;
    let failure: unknown = null;
    const middleware = fromConnect(() => {
      handled++;
    });
    const { port } = await serving(async (request) => {
      const ended = gate();
      request.getLifetime().onEnd(ended.open);
      wire.destroy();
      await ended.opened;
      const response = new Promise<ResponseInterface>((resolve) => {
        resolve(middleware.process(request, { handle: innerResponse }));
      });
      failure = await response.catch((error: unknown) => error);
      return answer();
    });
    const wire = new Wire(port).send(get());
    await waitFor(() => failure !== null);
    expect([handled, failure]).toMatchObject([0, { code: 'REQUEST_ABORTED' }]);
  });
});

describe('the application inside', () => {
  it('is not called by a next after the handler has responded', async () => {
    let calls = 0;
    const { body } = await ask(
      (_req, res, next) => {
        res.end('handler');
        setImmediate(next);
      },
      { inner: () => (calls++, innerResponse()) },
    );
    await new Promise(setImmediate);
    expect([String(body), calls]).toEqual(['handler', 0]);
  });

  it('does not run if the handler has begun its own response, which ends in the same turn', async () => {
    let calls = 0;
    const { body, errors } = await ask(
      (_req, res, next) => {
        res.write('hand');
        next();
        res.end('ler');
      },
      { inner: () => (calls++, innerResponse()) },
    );
    expect([String(body), calls, errors]).toEqual(['handler', 0, []]);
  });

  it('has the length that it states seen by the outer layers', async () => {
    const lengths: string[] = [];
    await ask(passes, {
      inner: () => innerResponse().withHeader('Content-Length', '5'),
      outer: (response) => {
        lengths.push(response.getHeaderLine('Content-Length'));
        return response;
      },
    });
    expect(lengths).toEqual(['5']);
  });

  it.each(['write', 'end'] as const)(
    'responds through res if the handler has replaced only its method %s',
    async (name) => {
      const bodies: unknown[] = [];
      const versions: string[] = [];
      const inner = innerResponse().withProtocolVersion('1.0');
      const { body } = await ask(replaces(name), {
        inner: () => inner,
        outer: (response) => {
          bodies.push(response.getBody());
          versions.push(response.getProtocolVersion());
          return response;
        },
      });
      // It is a copy of the response of the application inside, and has what no header says.
      expect([String(body), bodies.includes(inner.getBody())]).toEqual(['inner', false]);
      expect(versions).toEqual(['1.0']);
    },
  );

  it.each([204, 304])('writes no body with status %i, and it is closed', async (status) => {
    const inner = streamed(chunks('never')).withStatus(status);
    let ended: unknown[] = [];
    const lengths: boolean[] = [];
    await ask(
      (_req, res, next) => {
        const end = res.end.bind(res) as (...given: unknown[]) => ServerResponse;
        Object.assign(res, { end: (...given: unknown[]) => end(...(ended = given)) });
        next();
      },
      {
        inner: () => inner,
        outer: (response) => {
          lengths.push(response.hasHeader('Content-Length'));
          return response;
        },
      },
    );
    expect([ended, lengths, inner.getBody().isReadable()]).toEqual([[], [false], false]);
  });
});

describe('a response that cannot be created', () => {
  it.each(['at once', 'in a later turn'])('is an error of the layer: %s', async (when) => {
    const broken = () => {
      throw new Error('no stream');
    };
    const middleware = fromConnect(
      (_req, res) => {
        if (when === 'at once') res.end('x');
        else setImmediate(() => res.end('x'));
      },
      { factories: { ...factories, createResponse: broken } },
    );
    const { port, errors } = await serving((request) =>
      middleware.process(request, { handle: innerResponse }),
    );
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toMatchObject([{ message: 'no stream' }]);
  });
});

describe('an error after the whole response was returned', () => {
  it('is not reported if the client was gone before it', async () => {
    let fail: (error: Error) => void = () => undefined;
    let closed = false;
    const { port, errors } = await servingConnect((_req, res, next) => {
      res.on('close', () => (closed = true));
      fail = next;
      res.end(Buffer.alloc(32 * 1024 * 1024));
    });
    const wire = new Wire(port);
    wire.socket.once('data', () => {
      wire.destroy();
    });
    wire.send(get());
    await waitFor(() => closed);
    fail(new Error('late'));
    expect(errors).toEqual([]);
  });
});
