import { type IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type Duplex, Readable, Writable } from 'node:stream';

/** An undocumented member of Node that this package uses if it behaves as expected. */
export type NodeInternal =
  | 'IncomingMessage.headers'
  | 'IncomingMessage._dump'
  | 'Readable.readableEnded'
  | 'ServerResponse.assignSocket'
  | 'Socket._httpMessage'
  | 'Writable._writev';

const headers = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers');
const ended = Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded');
const { _dump: dump } = IncomingMessage.prototype as { readonly _dump?: () => void };

/** Tests whether a member behaves as this package expects; an error means that it does not. */
const tests: Record<NodeInternal, () => boolean> = {
  'IncomingMessage.headers': () =>
    typeof headers?.get?.call(new IncomingMessage(new Socket())) === 'object',
  'IncomingMessage._dump': () => typeof dump === 'function',
  'Readable.readableEnded': () => ended?.get?.call(new Readable()) === false,
  'ServerResponse.assignSocket': () => {
    let text = '';
    const stream = new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => {
        text += String(chunk);
        done();
      },
    });
    assignedResponse(stream, 'GET').end('x');
    stream.uncork();
    return /^HTTP\/1\.1 200 [^]*\r\n\r\nx$/.test(text);
  },
  'Socket._httpMessage': () => {
    const socket = new Socket();
    const response = new ServerResponse(new IncomingMessage(socket));
    response.assignSocket(socket);
    return (socket as KnownSocket)._httpMessage === response;
  },
  'Writable._writev': () => {
    let writes = 0;
    const stream = new Writable({
      write: (_chunk, _encoding, done) => {
        writes++;
        done();
      },
      writev: (_chunks, done) => {
        done();
      },
    });
    writeSingly(stream, true);
    stream.cork();
    stream.write('a');
    stream.write('b');
    stream.uncork();
    return writes === 2;
  },
};

/** The results of the tests so far: each runs once, before the first use of its member. */
const usable: Partial<Record<NodeInternal, boolean>> = {};

interface KnownSocket {
  readonly _httpMessage?: ServerResponse | null;
  readonly _handle?: { readonly writeQueueSize?: unknown } | null;
}

/** The names of the members that cannot be used: slower public API replaces them. */
export function missingInternals(): readonly NodeInternal[] {
  return (Object.keys(tests) as NodeInternal[]).filter((name) => !canUse(name));
}

/** Switches a member off or on, to test its replacement. */
export function useInternal(name: NodeInternal, isUsed: boolean): void {
  usable[name] = isUsed;
}

/**
 * Whether a member exists and behaves as this package expects. Without this optimization: `false`, and public API is
 * used instead.
 */
export function canUse(name: NodeInternal): boolean {
  return (usable[name] ??= behaves(tests[name]));
}

/** The headers object of a message, which Node creates on first access. */
export function nodeHeaders(message: IncomingMessage): IncomingHttpHeaders {
  return headers?.get?.call(message) as IncomingHttpHeaders;
}

/** Whether a stream has been read to its end. */
export function hasEnded(stream: Readable): boolean {
  return ended?.get?.call(stream) === true;
}

/** Reads the unread rest of a request, as Node does after each response. */
export function dumpRest(message: IncomingMessage): void {
  dump?.call(message);
}

/**
 * Creates a response that writes its head and its body to a stream. The body is not chunked, because the client is
 * treated as an HTTP/1.0 client.
 *
 * @param incoming the request; its method decides whether there is a body
 */
export function responseOver(stream: Duplex, incoming: IncomingMessage): ServerResponse {
  const made = canUse('ServerResponse.assignSocket') ? assignedResponse : injectedResponse;
  return Object.assign(made(stream, incoming.method === 'HEAD' ? 'HEAD' : 'GET'), {
    req: incoming,
  });
}

function assignedResponse(stream: Writable, method: string): ServerResponse {
  const request = new IncomingMessage(stream as unknown as Socket);
  const response = new ServerResponse(
    Object.assign(request, { method, httpVersionMajor: 1, httpVersionMinor: 0 }),
  );
  response.assignSocket(stream as unknown as Socket);
  return response;
}

/**
 * Creates a response through a server that does not listen and receives the stream as a connection, which is slower.
 */
function injectedResponse(stream: Duplex, method: string): ServerResponse {
  let made: ServerResponse | null = null;
  const server = new Server((_request, response) => (made = response));
  server.on('clientError', () => undefined).emit('connection', stream);
  stream.emit('data', Buffer.from(`${method} / HTTP/1.0\r\n\r\n`));
  return made as unknown as ServerResponse;
}

/** Node's first pending response of a connection; `null` if there isn't one. */
export function firstResponseOf(socket: Socket): ServerResponse | null {
  return (socket as KnownSocket)._httpMessage ?? null;
}

/**
 * Makes a stream write its waiting chunks one by one, or together again. If `_writev` cannot be used, they are always
 * written together, and progress is noticed less often.
 */
export function writeSingly(stream: { _writev?: unknown }, singly: boolean): void {
  if (singly) stream._writev = null;
  else if (Object.hasOwn(stream, '_writev')) delete stream._writev;
}

/**
 * Returns the number of bytes that were written to a connection and still wait in this process for the client.
 *
 * @returns `null` if this is unknown
 */
export function pendingBytes(socket: Socket): number | null {
  const size = (socket as KnownSocket)._handle?.writeQueueSize;
  return typeof size === 'number' ? size : null;
}

function behaves(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}
