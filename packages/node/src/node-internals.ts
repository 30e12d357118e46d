import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';

/** An undocumented member of Node that this package uses if it behaves as expected. */
export type NodeInternal =
  | 'IncomingMessage.headers'
  | 'IncomingMessage._dump'
  | 'Readable.readableEnded'
  | 'Socket._httpMessage'
  | 'Writable._writev';

const headers = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers');
const ended = Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded');
const { _dump: dump } = IncomingMessage.prototype as { readonly _dump?: () => void };

/** Which members can be used: each is tested once, when this module is loaded. */
const usable: Record<NodeInternal, boolean> = {
  'IncomingMessage.headers': behaves(
    () => typeof headers?.get?.call(new IncomingMessage(new Socket())) === 'object',
  ),
  'IncomingMessage._dump': typeof dump === 'function',
  'Readable.readableEnded': behaves(() => ended?.get?.call(new Readable()) === false),
  'Socket._httpMessage': behaves(() => {
    const socket = new Socket();
    const response = new ServerResponse(new IncomingMessage(socket));
    response.assignSocket(socket);
    return (socket as KnownSocket)._httpMessage === response;
  }),
  'Writable._writev': behaves(() => {
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
  }),
};

interface KnownSocket {
  readonly _httpMessage?: ServerResponse | null;
  readonly _handle?: { readonly writeQueueSize?: unknown } | null;
}

/** The names of the members that cannot be used: public API replaces them, at a higher cost. */
export function missingInternals(): readonly NodeInternal[] {
  return (Object.keys(usable) as NodeInternal[]).filter((name) => !usable[name]);
}

/** Switches a member off or on, to test its replacement. */
export function useInternal(name: NodeInternal, isUsed: boolean): void {
  usable[name] = isUsed;
}

/** Whether a member exists and behaves as this package expects. */
export function canUse(name: NodeInternal): boolean {
  return usable[name];
}

/** The headers object of a message, which Node creates on first access. */
export function headersOf(message: IncomingMessage): IncomingHttpHeaders {
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

/** Node's first pending response of a connection; `null` if there isn't one. */
export function firstResponseOf(socket: Socket): ServerResponse | null {
  return (socket as KnownSocket)._httpMessage ?? null;
}

/**
 * Makes a stream write its waiting chunks one by one, or together again. Without `_writev` they are
 * written together: progress is then noticed less often.
 */
export function writeSingly(stream: { _writev?: unknown }, singly: boolean): void {
  if (singly) stream._writev = null;
  else if (Object.hasOwn(stream, '_writev')) delete stream._writev;
}

/**
 * Whether bytes that were written to a connection wait in this process for the client.
 *
 * @returns null if this is not known
 */
export function hasPendingWrites(socket: Socket): boolean | null {
  const size = (socket as KnownSocket)._handle?.writeQueueSize;
  return typeof size === 'number' ? size > 0 : null;
}

function behaves(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}
