import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { finished, pipeline, Readable } from 'node:stream';
import { ask, chunks, innerResponse, passes, servingConnect } from '../../test/connect-serving.js';
import { closeServers, gate, serving, streamed } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire } from '../../test/wire.js';
import { type ConnectHandler, fromConnect } from '../index.js';
import { rawExchangeOf } from '../request/raw-exchange.js';

afterEach(closeServers);

const MIB = 1024 * 1024;

/** Zeros, with a count of the bytes that were taken. */
function zeros(size: number): { readonly readable: Readable; readonly taken: () => number } {
  let taken = 0;
  const readable = new Readable({
    read() {
      const bytes = Buffer.alloc(Math.min(64 * 1024, size - taken));
      taken += bytes.length;
      this.push(bytes.length === 0 ? null : bytes);
    },
  });
  return { readable, taken: () => taken };
}

/** What happens to a response, in order. */
function events(res: ServerResponse): string[] {
  const order: string[] = [];
  for (const name of ['prefinish', 'finish', 'close']) res.on(name, () => order.push(name));
  return order;
}

/** Takes what a connection gives, and says how far its source was ahead of that at most. */
async function take(port: number, taken: () => number): Promise<{ bytes: number; ahead: number }> {
  const wire = new Wire(port);
  let bytes = 0;
  let ahead = 0;
  wire.socket.removeAllListeners('data');
  wire.socket.on('data', (chunk: Buffer) => {
    ahead = Math.max(ahead, taken() - bytes);
    bytes += chunk.length;
    // A client that is slower than the source.
    wire.socket.pause();
    setImmediate(() => wire.socket.resume());
  });
  wire.send(lastGet());
  await wire.untilClosed(60_000);
  return { bytes, ahead };
}

describe('a large body through fromConnect', () => {
  it.each<[string, (readable: Readable, res: ServerResponse) => void]>([
    ['pipe', (readable, res) => void readable.pipe(res)],
    [
      'pipeline',
      (readable, res) => {
        pipeline(readable, res, () => undefined);
      },
    ],
    [
      'write and drain',
      (readable, res) => {
        readable.on('data', (chunk) => {
          if (res.write(chunk)) return;
          readable.pause();
          expect(res.writableNeedDrain).toBe(true);
          res.once('drain', () => {
            expect(res.writableNeedDrain).toBe(false);
            readable.resume();
          });
        });
        readable.on('end', () => res.end());
      },
    ],
  ])('is produced no faster than the client reads it: %s', async (_, write) => {
    const { readable, taken } = zeros(100 * MIB);
    const { port, errors } = await servingConnect((_req, res) => {
      res.setHeader('Content-Length', 100 * MIB);
      write(readable, res);
    });
    const { bytes, ahead } = await take(port, taken);
    expect(bytes).toBeGreaterThan(100 * MIB);
    // What the system keeps of a connection, and little more.
    expect(ahead).toBeLessThan(20 * MIB);
    expect(errors).toEqual([]);
  });

  it('of the inner application is read no faster through a replaced write', async () => {
    const { readable, taken } = zeros(100 * MIB);
    const { port, errors } = await servingConnect(
      (_req, res, next) => {
        Object.assign(res, { write: res.write.bind(res) });
        next();
      },
      { inner: () => streamed(readable) },
    );
    const { bytes, ahead } = await take(port, taken);
    expect(bytes).toBeGreaterThan(100 * MIB);
    expect(ahead).toBeLessThan(20 * MIB);
    expect(errors).toEqual([]);
  });
});

describe('the end of res', () => {
  it.each<[string, ConnectHandler]>([
    ['a body in one piece', (_req, res) => res.end(Buffer.alloc(64 * MIB))],
    ['a body in pieces', (_req, res) => zeros(64 * MIB).readable.pipe(res)],
    ['a body of the inner application', passes],
  ])('is signaled when the real response has ended, of %s', async (_, handler) => {
    const order: unknown[] = [];
    let real: ServerResponse | undefined;
    const { port } = await servingConnect(
      (req, res, next) => {
        res.on('finish', () => order.push('finish', real?.writableFinished, res.writableFinished));
        res.on('close', () => order.push('close'));
        return handler(req, res, next);
      },
      {
        request: (request) => {
          real = rawExchangeOf(request)?.outgoing;
          return request;
        },
        inner: () => streamed(zeros(64 * MIB).readable),
      },
    );
    const wire = new Wire(port);
    let bytes = 0;
    wire.socket.removeAllListeners('data');
    wire.socket.on('data', (chunk: Buffer) => {
      if (bytes === 0) expect(order).toEqual([]);
      bytes += chunk.length;
    });
    wire.send(lastGet());
    await wire.untilClosed(60_000);
    await waitFor(() => order.length === 4);
    expect(bytes).toBeGreaterThan(64 * MIB);
    expect(order).toEqual(['finish', true, true, 'close']);
  });

  it('is signaled to stream.finished and to the callback of end', async () => {
    const order: unknown[] = [];
    await ask((_req, res) => {
      finished(res, (error) => order.push(['finished', error]));
      res.end('x', () => order.push('end'));
    });
    await waitFor(() => order.length === 2);
    expect(order).toEqual(['end', ['finished', undefined]]);
  });

  it.each<[string, ConnectHandler]>([
    ['has not answered', () => undefined],
    ['writes', (_req, res) => zeros(Infinity).readable.pipe(res)],
    ['has passed the request on', passes],
  ])('emits only close if the client disconnects while the handler %s', async (_, handler) => {
    let order: string[] = [];
    const reached = gate();
    const { port, errors } = await servingConnect(
      (req, res, next) => {
        order = events(res);
        reached.open();
        return handler(req, res, next);
      },
      { inner: () => streamed(zeros(Infinity).readable) },
    );
    const wire = new Wire(port).send(get());
    await reached.opened;
    await new Promise(setImmediate);
    wire.destroy();
    await waitFor(() => order.length > 0);
    expect([order, errors]).toEqual([['close'], []]);
  });

  it('releases what is piped into it when the client disconnects', async () => {
    const { readable } = zeros(Infinity);
    let error: unknown = null;
    const { port, errors } = await servingConnect((_req, res) => {
      pipeline(readable, res, (reason) => (error = reason));
    });
    const wire = new Wire(port).send(get());
    await wire.hear((text) => text.length > 0);
    wire.destroy();
    await waitFor(() => readable.destroyed);
    expect([error, errors]).toMatchObject([{ code: 'ERR_STREAM_PREMATURE_CLOSE' }, []]);
  });

  it('closes the body of the inner application when the client disconnects', async () => {
    const { readable } = zeros(Infinity);
    const { port, errors } = await servingConnect(
      (_req, res, next) => {
        Object.assign(res, { write: res.write.bind(res) });
        next();
      },
      { inner: () => streamed(readable) },
    );
    const wire = new Wire(port).send(get());
    await wire.hear((text) => text.length > 0);
    wire.destroy();
    await waitFor(() => readable.destroyed);
    expect(errors).toEqual([]);
  });

  it('releases what is piped into it when an outer layer replaces the response', async () => {
    const { readable } = zeros(Infinity);
    const { body } = await ask((_req, res) => pipeline(readable, res, () => undefined), {
      outer: (response) => {
        response.getBody().close();
        return innerResponse();
      },
    });
    await waitFor(() => readable.destroyed);
    expect(String(body)).toBe('inner');
  });

  it('releases it at the end of the request if that layer closes nothing', async () => {
    const { readable } = zeros(Infinity);
    let order: string[] = [];
    const { body } = await ask(
      (_req, res) => {
        order = events(res);
        pipeline(readable, res, () => undefined);
      },
      { outer: innerResponse },
    );
    await waitFor(() => readable.destroyed && order.length > 0);
    expect([String(body), order]).toEqual(['inner', ['close']]);
  });

  it('closes the connection if the handler closes res before it has written anything', async () => {
    const { port, errors } = await servingConnect((_req, res) => void res.destroy());
    expect(await talk(port, lastGet())).toBe('');
    expect(errors).toEqual([]);
  });

  it('closes it after the responses before it if the client pipelines', async () => {
    const { opened, open } = gate();
    const { port, errors } = await servingConnect((req, res, next) => {
      if (req.url !== '/destroyed') void opened.then(next);
      else res.on('close', open).destroy();
    });
    const text = await talk(port, get('/') + get('/destroyed') + get('/'));
    expect(readResponses(text, true).map(({ body }) => String(body))).toEqual(['inner']);
    expect(errors).toEqual([]);
  });

  it('leaves an incomplete response if the handler closes res within its body', async () => {
    const { port, errors } = await servingConnect((_req, res) => {
      res.write('half', () => setImmediate(() => res.destroy()));
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.complete, String(response?.body), errors]).toEqual([false, 'half', []]);
  });
});

describe('a handler that does nothing', () => {
  it('gets a 503 sent in its place after handlerTimeout, and sees close', async () => {
    let order: string[] = [];
    const { status, errors } = await ask((_req, res) => void (order = events(res)), {
      serve: { limits: { handlerTimeout: 20, checkInterval: 5 } },
    });
    await waitFor(() => order.length > 0);
    expect([status, order]).toEqual([503, ['close']]);
    expect(errors).toMatchObject([{ code: 'HANDLER_TIMEOUT' }]);
  });

  it('cannot write anything later', async () => {
    let res: ServerResponse | undefined;
    const { errors } = await ask((_req, outgoing) => void (res = outgoing), {
      serve: { limits: { handlerTimeout: 20, checkInterval: 5 } },
    });
    await waitFor(() => res?.closed === true);
    const written = new Promise((resolve) => res?.write('late', resolve));
    expect(await written).toMatchObject({ code: 'ERR_STREAM_DESTROYED' });
    res?.end();
    expect(errors).toHaveLength(1);
  });
});

describe('a connection that stays open', () => {
  it('carries responses of handlers and of the inner application one after another', async () => {
    const middleware = fromConnect((req, res, next) => {
      if (req.url === '/mine') res.end(`mine ${String(res.getHeader('x-other'))}`);
      else if (req.url === '/slow') Readable.from(chunks('sl', 'ow')).pipe(res);
      else {
        res.setHeader('X-Other', '1');
        next();
      }
    });
    const inner = { handle: () => streamed(chunks('in', 'ner')) };
    const { port } = await serving((request) => middleware.process(request, inner));
    const wire = new Wire(port);
    wire.send(get('/other') + get('/mine') + get('/slow') + lastGet('/mine'));
    const responses = readResponses(await wire.untilClosed(), true);
    expect(responses.map(({ body }) => String(body))).toEqual([
      'inner',
      'mine undefined',
      'slow',
      'mine undefined',
    ]);
    expect(responses.map(({ fields }) => fields.has('x-other'))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
