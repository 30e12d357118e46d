import { afterAll, describe, expect, it } from '@jest/globals';
import { nodeImplementations } from '../../../../tooling/testing/implementations.js';
import { createApp, type HttpFactoriesInterface, type ResponseInterface } from '../index.js';
import { inProcess, overSocket, type TestClient } from './index.js';

type Change = (response: ResponseInterface) => ResponseInterface;

const heads: Readonly<Record<string, Change>> = {
  plain: (response) => response,
  'its length': (response) => response.withHeader('content-length', '4'),
  'its length, twice': (response) => response.withHeader('Content-Length', ['4', '4']),
  'no length': (response) => response.withHeader('Content-Length', 'x'),
  connection: (response) =>
    response
      .withHeader('Connection', 'X-Hop, close')
      .withHeader('X-Hop', '1')
      .withHeader('X_Hop', '2')
      .withHeader('X-Kept', '3'),
  framing: (response) =>
    response
      .withHeader('Transfer-Encoding', 'chunked')
      .withHeader('Keep-Alive', 'timeout=1')
      .withHeader('Trailer', 'X-T')
      .withHeader('TE', 'trailers')
      .withHeader('Proxy-Connection', 'close'),
  upgrade: (response) =>
    response.withHeader('Connection', 'Upgrade').withHeader('Upgrade', 'websocket'),
  cookies: (response) => response.withHeader('Set-Cookie', ['a=1', 'b=2']),
};

const bodiesOf = (factories: HttpFactoriesInterface): Readonly<Record<string, Change>> => ({
  none: (response) => response,
  text: (response) => response.withBody(factories.createStream('héé')),
  'half read': (response) => {
    const body = factories.createStream('abcdef');
    body.seek(2);
    return response.withBody(body);
  },
  stream: (response) => {
    const chunks = (async function* () {
      yield await Promise.resolve('ab');
      yield 'cd';
    })();
    return response.withBody(factories.createStreamFromResource(chunks));
  },
});

/** Headers of one connection, and the time. */
const OTHERS = /^(?:connection|date|keep-alive|transfer-encoding)$/i;

async function seen(client: TestClient, method: string, path: string) {
  const response = await client.request(method, path);
  const headers = Object.entries(response.getHeaders())
    .filter(([name]) => !OTHERS.test(name))
    .map(([name, values]) => [name.toLowerCase(), ...values]);
  const body = await response.getBody().text();
  return [method, path, response.getStatusCode(), headers.sort(), body];
}

describe.each(nodeImplementations)('a response in the process, with %s', (_name, factories) => {
  const bodies = bodiesOf(factories);
  const app = createApp({ factories });
  app.map(['GET', 'POST', 'HEAD'], '/{status:\\d+}/{head}/{body}', (_request, response, args) => {
    const written = bodies[args.body]?.(response.withStatus(Number(args.status)));
    return heads[args.head]?.(written ?? response) ?? response;
  });
  app.get('/get/{body}', (_request, response, { body }) => bodies[body]?.(response) ?? response);
  const socket = overSocket(app);
  afterAll(() => socket.close());

  it.each([200, 204, 205, 206, 304, 404])(
    'has the headers and the body of one over a socket, with status %d',
    async (status) => {
      const paths = Object.keys(heads).flatMap((head) =>
        Object.keys(bodies).map((body) => encodeURI(`/${status}/${head}/${body}`)),
      );
      for (const path of [...paths, '/get/text', '/get/stream']) {
        for (const method of ['GET', 'POST', 'HEAD']) {
          expect(await seen(inProcess(app), method, path)).toEqual(
            await seen(socket, method, path),
          );
        }
      }
    },
  );

  it('has the length that is sent, and only headers for the client', async () => {
    const client = inProcess(app);
    const lengths = [
      ['get', 'text'],
      ['get', 'stream'],
      ['304', 'its length', 'stream'],
    ].map(async (path) =>
      (await client.get(encodeURI(`/${path.join('/')}`))).getHeader('Content-Length'),
    );
    expect(await Promise.all(lengths)).toEqual([['5'], [], ['4']]);
    const response = await client.get('/200/connection/text');
    expect(response.getHeaders()).toEqual({ 'X-Kept': ['3'], 'Content-Length': ['5'] });
  });
});
