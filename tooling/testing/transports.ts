/** The ways in which a client reaches an application: what a page says of a response holds on each. */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface, RequestHandlerInterface } from '@mortise/http-message';
import { serve } from 'mortise';
import { waitForEvent } from './wait-for.js';

export interface Sent {
  readonly method?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The pieces of a body without `Content-Length`. */
  readonly body?: readonly Uint8Array[];
}

export interface Got {
  readonly status: number;
  readonly cookies: readonly string[];
  readonly body: string;
}

/** Sends requests to an application, until `close`. */
export interface Opened {
  send(path: string, request?: Sent): Promise<Got>;
  close(): Promise<void>;
}

type App = RequestHandlerInterface & { readonly factories: HttpFactoriesInterface };
type Open = (app: App) => Promise<Opened>;

const streamed = (body: Sent['body']): RequestInit =>
  body === undefined ? {} : { body: ReadableStream.from(body), duplex: 'half' };

const got = async (response: Response): Promise<Got> => ({
  status: response.status,
  cookies: response.headers.getSetCookie(),
  body: await response.text(),
});

const overHttp1: Open = async (app) => {
  const server = await serve(app, { port: 0 });
  return {
    send: async (path, { body, ...init } = {}) =>
      got(await fetch(new URL(path, server.url), { ...init, ...streamed(body) })),
    close: () => server.close(),
  };
};

const overHttp2: Open = async (app) => {
  const server = await serve(app, { port: 0, http2: true });
  const session = connect(server.url.replace('localhost', '127.0.0.1'));
  return {
    async send(path, { method = 'GET', headers = {}, body } = {}) {
      const fields = { ':method': method, ':path': path, ...headers };
      const stream = session.request(fields, { endStream: body === undefined });
      const responded = waitForEvent('a response', once(stream, 'response'));
      if (body !== undefined) {
        for (const piece of body) stream.write(piece);
        stream.end();
      }
      const [received] = (await responded) as [Record<string, string | string[]>];
      return {
        status: Number(received[':status']),
        cookies: [received['set-cookie'] ?? []].flat(),
        body: await text(stream),
      };
    },
    async close() {
      session.destroy();
      await server.close();
    },
  };
};

const overFetch: Open = (app) => {
  const handle = toFetchHandler(app, { clientOf: () => ({ address: '127.0.0.1' }) });
  return Promise.resolve({
    send: async (path, { body, ...init } = {}) =>
      got(await handle(new Request(new URL(path, 'http://a'), { ...init, ...streamed(body) }))),
    close: () => Promise.resolve(),
  });
};

export const transports: readonly (readonly [name: string, open: Open])[] = [
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
  ['fetch', overFetch],
];
