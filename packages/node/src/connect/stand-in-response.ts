import { ServerResponse } from 'node:http';
import { responseOver } from '../fast/node-internals.js';
import type { RawExchange } from '../request/raw-exchange.js';
import type { StandInSocket } from './stand-in-socket.js';

/** Node's own methods, with unchecked parameters. */
const prototype = ServerResponse.prototype as unknown as {
  readonly emit: (this: ServerResponse, ...parameters: readonly unknown[]) => boolean;
  readonly writeHead: (this: ServerResponse, ...parameters: readonly unknown[]) => ServerResponse;
};

/** The response that a Connect-style handler writes to, instead of the real one. */
export interface StandInResponse {
  readonly response: ServerResponse;
  /** Allows `finish`, which waits for the end of the real response, to be emitted. */
  release(): void;
}

/**
 * Creates a Node `ServerResponse` that writes to a stand-in socket.
 *
 * Overrides are own properties, not methods of a subclass, because Express replaces the prototype
 * of its responses.
 */
export function standInResponse(
  { incoming, outgoing }: RawExchange,
  socket: StandInSocket,
): StandInResponse {
  const response = responseOver(socket, incoming);
  // If no headers were set before, Node does not make those of `writeHead` readable.
  response.setHeader('Date', '');
  response.removeHeader('Date');
  let released = false;
  let finished = false;
  for (const name of ['writeContinue', 'writeEarlyHints', 'writeProcessing']) {
    const interim = (...parameters: readonly unknown[]): void => {
      if (outgoing.headersSent || outgoing.destroyed || incoming.httpVersion === '1.0') return;
      // HTTP/2 has no 102.
      const write: unknown = Reflect.get(outgoing, name);
      if (typeof write === 'function') Reflect.apply(write, outgoing, parameters);
    };
    Object.defineProperty(response, name, property(interim));
  }
  Object.defineProperties(response, {
    writeHead: property(writeHead),
    emit: property((...parameters: readonly unknown[]): boolean => {
      if (parameters[0] === 'finish') {
        finished = true;
        socket.finish();
        if (!released) return false;
      }
      return prototype.emit.call(response, ...parameters);
    }),
    writableFinished: { get: () => released && finished },
    // Node's own value is reset by its server, which does not know this socket.
    writableNeedDrain: { get: () => !response.writableEnded && socket.writableNeedDrain },
  });
  socket.on('drain', () => response.emit('drain'));
  return {
    response,
    release: () => {
      released = true;
      if (finished) response.emit('finish');
    },
  };
}

/** Configurable and writable like Node's own methods, so that patches can replace it. */
function property(value: unknown): PropertyDescriptor {
  return { value, writable: true, configurable: true };
}

/**
 * Accepts a list with repeated names, or of pairs, of which Node keeps only the last value. Drops `Transfer-Encoding`
 * and `Trailer`, because the server frames the real response.
 */
function writeHead(this: ServerResponse, status: number, ...rest: readonly unknown[]): unknown {
  const given: unknown = rest.at(-1);
  if (this.headersSent) return prototype.writeHead.call(this, status, ...rest);
  const hasFields = typeof given === 'object' && given !== null;
  if (hasFields) {
    const fields = Array.isArray(given) ? pairs(given) : Object.entries(given);
    for (const [name] of fields) this.removeHeader(name);
    for (const [name, value] of fields) this.appendHeader(name, value as string);
  }
  for (const name of ['Transfer-Encoding', 'Trailer']) this.removeHeader(name);
  return prototype.writeHead.call(this, status, ...(hasFields ? rest.slice(0, -1) : rest));
}

function pairs(list: readonly unknown[]): readonly (readonly [name: string, value: unknown])[] {
  if (Array.isArray(list[0])) return list as [string, unknown][];
  const names = list.filter((_, at) => at % 2 === 0) as string[];
  return names.map((name, at) => [name, list[2 * at + 1]]);
}
