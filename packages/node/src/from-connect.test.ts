import { afterEach, describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface, ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { answer, closeServers, serving, sleep } from '../test/serving.js';
import { waitFor } from '../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire } from '../test/wire.js';
import { type ConnectHandler, fromConnect } from './index.js';

afterEach(closeServers);

describe('fromConnect', () => {
  it('passes on when the handler calls next, later or at once', async () => {
    for (const handler of [
      ((_in, _out, next) => {
        next();
      }) satisfies ConnectHandler,
      ((_in, _out, next) => void setTimeout(next, 5)) satisfies ConnectHandler,
    ]) {
      const { port } = await servingConnect(handler);
      expect(await talk(port, lastGet())).toMatch(/inner$/);
    }
  });

  it('leaves the answer to a handler that ends the response, and ends the lifetime', async () => {
    let ended = false;
    const { port } = await servingConnect(
      (_in, outgoing) => void outgoing.writeHead(418, { 'X-By': 'connect' }).end('teapot'),
      () => (ended = true),
    );
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.status, response?.fields.get('x-by'), response?.body.toString()]).toEqual([
      418,
      ['connect'],
      'teapot',
    ]);
    await waitFor(() => ended);
  });

  it('adds the fields that the handler set, unless the response has them', async () => {
    const { port } = await servingConnect((_in, outgoing, next) => {
      outgoing.setHeader('X-Frame-Options', 'DENY');
      outgoing.setHeader('X-Inner', 'overruled');
      next();
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response?.fields.get('x-frame-options')).toEqual(['DENY']);
    expect(response?.fields.get('x-inner')).toEqual(['kept']);
    expect(response?.fields.get('set-cookie')).toEqual(['a=1', 'b=2']);
  });

  it('fails with what next is given, and with what the handler throws', async () => {
    for (const handler of [
      ((_in, _out, next) => {
        next(new Error('refused'));
      }) satisfies ConnectHandler,
      (() => {
        throw new Error('refused');
      }) satisfies ConnectHandler,
    ]) {
      const { port, errors } = await servingConnect(handler);
      expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
      expect(errors).toMatchObject([{ message: 'refused' }]);
    }
  });

  it('settles when the client goes away before the handler answered', async () => {
    let ended = false;
    const { port, errors } = await servingConnect(
      () => undefined,
      () => (ended = true),
    );
    const wire = new Wire(port).send(get());
    await sleep(30);
    wire.destroy();
    await waitFor(() => ended);
    expect(errors).toEqual([]);
  });

  it('says what it needs when no server of this package received the request', () => {
    const middleware = fromConnect(() => undefined, factories);
    const request = factories.createServerRequest('GET', '/');
    expect(() => middleware.process(request, { handle: () => inner() })).toThrow(
      expect.objectContaining({ code: 'RAW_REQUEST_UNKNOWN' }),
    );
  });
});

function inner(): ResponseInterface {
  return answer('inner', 200, { 'X-Inner': 'kept', 'Set-Cookie': ['a=1', 'b=2'] });
}

function servingConnect(handler: ConnectHandler, onEnd: () => void = () => undefined) {
  const middleware: MiddlewareInterface = fromConnect(handler, factories);
  return serving((request) => {
    request.getLifetime().onEnd(onEnd);
    return middleware.process(request.withAttribute('a', 1), { handle: inner });
  });
}
