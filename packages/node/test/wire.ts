import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { waitForEvent } from './wait-for.js';

/** One response as it stands on the wire. */
export interface WireResponse {
  readonly status: number;
  readonly reason: string;
  /** Names in lower case; values of a repeated name in order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
  /** Whether the body has the end that its framing promises. */
  readonly complete: boolean;
}

/** A connection that says what it is told, byte for byte, and keeps what it hears. */
export class Wire {
  readonly socket: Socket;
  readonly #news = new EventEmitter();
  /** Joined when it is read. */
  #heard: Buffer[] = [];
  #closed = false;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket.on('data', (chunk: Buffer) => {
      this.#heard.push(chunk);
      this.#news.emit('news');
    });
    this.socket
      .on('error', () => undefined)
      .on('close', () => {
        this.#close();
      });
    this.socket.on('end', () => {
      this.#close();
      this.socket.end();
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  get heard(): string {
    const heard = Buffer.concat(this.#heard);
    this.#heard = [heard];
    return heard.toString('latin1');
  }

  send(data: Uint8Array | string): this {
    this.socket.write(typeof data === 'string' ? Buffer.from(data, 'latin1') : data);
    return this;
  }

  /** Waits until what was heard satisfies a test, or the server closes the connection. */
  async hear(done: (text: string) => boolean, ms?: number): Promise<string> {
    const heard = async (): Promise<void> => {
      while (!done(this.heard) && !this.#closed) await once(this.#news, 'news');
    };
    const what = (): string => `more than ${JSON.stringify(this.heard)}, or the end`;
    await waitForEvent(what, heard(), ms);
    return this.heard;
  }

  /** Everything until the server closes the connection. */
  untilClosed(ms?: number): Promise<string> {
    return this.hear(() => false, ms);
  }

  destroy(): void {
    this.socket.destroy();
  }

  #close(): void {
    this.#closed = true;
    this.#news.emit('news');
  }
}

/** Sends bytes on a connection of their own and gives what comes back until it is closed. */
export async function talk(port: number, data: Uint8Array | string, ms?: number): Promise<string> {
  const wire = new Wire(port).send(data);
  try {
    return await wire.untilClosed(ms);
  } finally {
    wire.destroy();
  }
}

/** A request without a body that asks for the connection to be closed. */
export function lastGet(path = '/', ...fields: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...fields, '', ''].join('\r\n');
}

export function get(path = '/', ...fields: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: a', ...fields, '', ''].join('\r\n');
}

/**
 * Reads the responses of a connection, naively: the framing of RFC 9112 6.3, nothing lenient.
 *
 * @param methods of the requests in order, for HEAD has no body; GET beyond the list
 * @param closed whether the connection ended behind the text
 */
export function readResponses(
  text: string,
  closed: boolean,
  methods: readonly string[] = [],
): WireResponse[] {
  const responses: WireResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const [response, length] = readOne(rest, closed, methods[responses.length] ?? 'GET');
    responses.push(response);
    if (length === 0) break;
    rest = rest.slice(length);
  }
  return responses;
}

function readOne(text: string, closed: boolean, method: string): [WireResponse, number] {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) throw new Error(`no head in ${JSON.stringify(text.slice(0, 200))}`);
  const [line = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const [, status, reason = ''] = /^HTTP\/1\.1 (\d{3}) (.*)$/.exec(line) ?? [];
  if (status === undefined) throw new Error(`no status line: ${JSON.stringify(line)}`);
  const fields = fieldsOf(lines);
  const head = { status: Number(status), reason, fields };
  const bodyStart = headEnd + 4;
  const [body, end, complete] = bodyOf(text, bodyStart, head, closed, method);
  return [{ ...head, body: Buffer.from(body, 'latin1'), complete }, complete ? end : 0];
}

function fieldsOf(lines: readonly string[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:\s]+): ?(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`no field: ${JSON.stringify(line)}`);
    fields.set(name.toLowerCase(), [...(fields.get(name.toLowerCase()) ?? []), value]);
  }
  return fields;
}

function bodyOf(
  text: string,
  start: number,
  { status, fields }: Pick<WireResponse, 'status' | 'fields'>,
  closed: boolean,
  method: string,
): [body: string, end: number, complete: boolean] {
  const length = fields.get('content-length');
  const coding = fields.get('transfer-encoding');
  if (length !== undefined && coding !== undefined) throw new Error('both framings');
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) {
    return ['', start, true];
  }
  if (coding !== undefined) return chunkedBody(text, start);
  if (length === undefined) return [text.slice(start), text.length, closed];
  const end = start + Number(length[0]);
  return [text.slice(start, end), end, text.length >= end];
}

function chunkedBody(text: string, start: number): [string, number, boolean] {
  let body = '';
  for (let at = start; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd === -1) return [body, text.length, false];
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    body += text.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
    if (at > text.length) return [body, text.length, false];
    if (size === 0) return [body, at, true];
  }
}
