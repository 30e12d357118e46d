/** Every way in which an application is reached, as one function for the rows of the composition suite. */
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { type AppInterface, type RequestHandlerInterface, serve } from 'mortise';

export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The client disconnects after the first part of the body, or after the part with which this is true for all of them. */
  readonly leaves?: boolean | ((read: Buffer) => boolean);
}

export interface Answer {
  readonly status: number;
  /** In lower case; `set-cookie` and others joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the end of the body was not read. */
  readonly isCut: boolean;
}

/** What the options of all adapters have in common. */
export interface AdapterOptions {
  readonly limits?: { readonly handlerTimeout: number };
  readonly onError?: (error: unknown) => void;
  readonly basePath?: string;
  /** Needed for a handler that is not an application. */
  readonly factories?: HttpFactoriesInterface;
}

/** An application, or another handler, that is reached in one way until it is closed. */
export interface Served {
  readonly send: (ask: Ask) => Promise<Answer>;
  /** Resolves when everything of all requests has ended. */
  readonly close: () => Promise<void>;
}

type Serve = (handler: RequestHandlerInterface, options?: AdapterOptions) => Promise<Served>;

/** Sends one request to an application, or another handler. By default errors are not reported. */
export interface Adapter {
  (handler: RequestHandlerInterface, ask: Ask, options?: AdapterOptions): Promise<Answer>;
  /** For several requests: a server takes ten times the time of one. */
  readonly serve: Serve;
}

const UNREPORTED: AdapterOptions = { onError: () => undefined };

const overHttp1: Serve = async (app, options) => {
  const server = await serve(app, { port: 0, ...UNREPORTED, ...options });
  return {
    send: async (ask) => {
      const { method, path, headers, body: content } = ask;
      const sent = httpRequest(server.url + path, { method, headers, agent: false }).end(content);
      const [incoming] = (await once(sent, 'response')) as [IncomingMessage];
      const read = await received(incoming, ask);
      return { status: incoming.statusCode ?? 0, headers: joined(incoming.headers), ...read };
    },
    close: () => server.close(),
  };
};

const overHttp2: Serve = async (app, options) => {
  const server = await serve(app, { port: 0, http2: true, ...UNREPORTED, ...options });
  return {
    send: async (ask) => {
      const { method, path, headers, body: content } = ask;
      const client = connect(server.url);
      const stream = client.request({ ':method': method, ':path': path, ...headers }).end(content);
      const [{ ':status': status = 0, ...fields }] = (await once(stream, 'response')) as [
        IncomingHttpHeaders & { ':status'?: number },
      ];
      const read = await received(stream, ask);
      client.close();
      return { status, headers: joined(fields), ...read };
    },
    close: () => server.close(),
  };
};

/** Of a client on this machine. */
const withFetch: Serve = (app, options) => {
  // A handler that is not an application has its factories in the options.
  const handler = toFetchHandler(app as AppInterface, {
    clientOf: () => ({ address: '127.0.0.1' }),
    ...UNREPORTED,
    ...options,
  });
  return Promise.resolve({
    send: async (ask) => {
      const { method, path, headers, body: content = null } = ask;
      const response = await handler(
        new Request(`http://127.0.0.1${path}`, { method, headers, body: content }),
      );
      const read = await received(response.body ?? [], ask);
      const fields = Object.fromEntries(response.headers);
      const cookies = response.headers.getSetCookie();
      const sent = cookies.length === 0 ? fields : { ...fields, 'set-cookie': String(cookies) };
      return { status: response.status, headers: sent, ...read };
    },
    close: () => Promise.resolve(),
  });
};

export function adapterOf(serve: Serve): Adapter {
  const once = async (handler: RequestHandlerInterface, ask: Ask, options?: AdapterOptions) => {
    const served = await serve(handler, options);
    const answer = await served.send(ask);
    await served.close();
    return answer;
  };
  return Object.assign(once, { serve });
}

export const overFetch = adapterOf(withFetch);

export const adapters: readonly (readonly [string, Adapter])[] = [
  ['HTTP/1.1', adapterOf(overHttp1)],
  ['HTTP/2', adapterOf(overHttp2)],
  ['fetch', overFetch],
];

async function received(
  parts: AsyncIterable<unknown> | Iterable<unknown>,
  { leaves = false }: Ask,
): Promise<Pick<Answer, 'body' | 'isCut'>> {
  const read: Uint8Array[] = [];
  let isCut = leaves !== false;
  try {
    for await (const part of parts) {
      read.push(part as Uint8Array);
      if (typeof leaves === 'boolean' ? leaves : leaves(Buffer.concat(read))) break;
    }
  } catch {
    isCut = true;
  }
  return { body: Buffer.concat(read), isCut };
}

function joined(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
