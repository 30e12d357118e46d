import type { Socket } from 'node:net';

// https://fastcgi-archives.github.io/FastCGI_Specification.html 3.3, 8
const VERSION = 1;
const BEGIN = 1;
const END = 3;
const PARAMETERS = 4;
const INPUT = 5;
const OUTPUT = 6;
const HEADER_BYTES = 8;
const MAX_CONTENT_BYTES = 65_535;
/** The role of a responder, which closes the connection. */
const RESPONDER = Buffer.from([0, 1, 0, 0, 0, 0, 0, 0]);

/**
 * Sends one request over a connection of its own.
 *
 * @returns all that was answered, header and body
 */
export async function ask(
  socket: Socket,
  parameters: Readonly<Record<string, string>>,
  body: Uint8Array,
): Promise<string> {
  const written = Object.entries(parameters).map(([name, value]) => pair(name, value));
  // Not waited for: an application that reads less than it was sent hangs up when it has answered.
  socket
    .on('error', () => undefined)
    .write(
      Buffer.concat([
        record(BEGIN, RESPONDER),
        ...stream(PARAMETERS, Buffer.concat(written)),
        ...stream(INPUT, body),
      ]),
    );
  let came = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    came = Buffer.concat([came, chunk]);
    const answer = answerIn(came);
    if (answer !== null) return answer;
  }
  throw new Error('the application has gone');
}

/** @returns null until all has come */
function answerIn(came: Buffer): string | null {
  const output: Buffer[] = [];
  for (let at = 0; at + HEADER_BYTES <= came.length; ) {
    const content = at + HEADER_BYTES;
    const end = content + came.readUInt16BE(at + 4);
    const type = came.readUInt8(at + 1);
    if (type === END) return Buffer.concat(output).toString();
    if (type === OUTPUT) output.push(came.subarray(content, end));
    at = end + came.readUInt8(at + 6);
  }
  return null;
}

/** Ends with an empty record. */
function* stream(type: number, bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += MAX_CONTENT_BYTES) {
    yield record(type, bytes.subarray(at, at + MAX_CONTENT_BYTES));
  }
  yield record(type, Buffer.alloc(0));
}

function record(type: number, content: Uint8Array): Buffer {
  const header = Buffer.from([VERSION, type, 0, 1, 0, 0, 0, 0]);
  header.writeUInt16BE(content.length, 4);
  return Buffer.concat([header, content]);
}

function pair(name: string, value: string): Buffer {
  return Buffer.concat([length(name), length(value), Buffer.from(name), Buffer.from(value)]);
}

/** In four bytes, the first bit set: one byte is for less than 128 only. */
function length(text: string): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((Buffer.byteLength(text) | 0x8000_0000) >>> 0);
  return bytes;
}
