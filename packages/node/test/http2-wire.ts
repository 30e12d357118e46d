import { Wire } from './wire.js';

/** One frame of HTTP/2 (RFC 9113 4.1). */
export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

export const DATA = 0;
export const HEADERS = 1;
export const RST_STREAM = 3;
export const SETTINGS = 4;
export const PING = 6;
export const GOAWAY = 7;
export const WINDOW_UPDATE = 8;
export const CONTINUATION = 9;

export const END_STREAM = 1;
export const END_HEADERS = 4;

export const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** A connection that says frames as it is told, and keeps those that it hears. */
export class FrameWire extends Wire {
  constructor(port: number, settings: Uint8Array = new Uint8Array(0)) {
    super(port);
    this.send(PREFACE).frame(SETTINGS, 0, 0, settings);
  }

  frame(type: number, flags: number, stream: number, payload: Uint8Array | string = ''): this {
    const data = Buffer.from(payload as string, 'latin1');
    const head = Buffer.alloc(9);
    head.writeUIntBE(data.length, 0, 3);
    head.writeUInt8(type, 3);
    head.writeUInt8(flags, 4);
    head.writeUInt32BE(stream, 5);
    return this.send(Buffer.concat([head, data]));
  }

  /** A request's header, whole in one frame. */
  headers(stream: number, flags: number, ...fields: (readonly [string, string])[]): this {
    return this.frame(HEADERS, flags | END_HEADERS, stream, fieldBlock(...fields));
  }

  get frames(): Frame[] {
    const heard = Buffer.from(this.heard, 'latin1');
    const frames: Frame[] = [];
    for (let at = 0; at + 9 <= heard.length; ) {
      const end = at + 9 + heard.readUIntBE(at, 3);
      if (end > heard.length) break;
      frames.push({
        type: heard.readUInt8(at + 3),
        flags: heard.readUInt8(at + 4),
        stream: heard.readUInt32BE(at + 5),
        payload: heard.subarray(at + 9, end),
      });
      at = end;
    }
    return frames;
  }

  /** Waits for a frame. */
  async hearFrame(wanted: (frame: Frame) => boolean, ms?: number): Promise<Frame> {
    await this.hear(() => this.frames.some(wanted), ms);
    const found = this.frames.find(wanted);
    if (found === undefined) throw new Error('the connection was closed before the frame came');
    return found;
  }
}

/** Fields as literals that nobody indexes, without Huffman's code (RFC 7541 6.2.2). */
export function fieldBlock(...fields: (readonly [string, string])[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]));
}

/** The pseudo fields of a request, and more. */
export function request(method = 'GET', path = '/'): (readonly [string, string])[] {
  return [
    [':method', method],
    [':scheme', 'http'],
    [':authority', 'a'],
    [':path', path],
  ];
}

/** A setting and its value (RFC 9113 6.5.1). */
export function setting(id: number, value: number): Buffer {
  const data = Buffer.alloc(6);
  data.writeUInt16BE(id, 0);
  data.writeUInt32BE(value, 2);
  return data;
}

/** A string of HPACK; an integer with a prefix of 7 bits stands before it (RFC 7541 5.1). */
function text(value: string): Buffer {
  const data = Buffer.from(value, 'latin1');
  const length: number[] = [];
  let left = data.length;
  if (left < 127) length.push(left);
  else {
    length.push(127);
    for (left -= 127; left >= 128; left >>= 7) length.push((left & 127) | 128);
    length.push(left);
  }
  return Buffer.concat([Buffer.from(length), data]);
}
