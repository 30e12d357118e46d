import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { rawClient } from './clients.js';
import { closeServers, echo, type Served, servedSocket } from './served.js';

const [CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG] = [0, 1, 2, 8, 9, 10] as const;
const FIN = 0x80;
const MORE = 0;

type Bytes = Uint8Array | string | readonly number[];

/** A frame of a client; `first` has the flags. The mask is not zero: what is sent differs from what is meant. */
function sent(first: number, payload: Bytes = ''): Buffer {
  const bytes = Buffer.from(payload as string);
  const { length } = bytes;
  const size = length < 126 ? [length] : [126, length >> 8, length & 0xff];
  size[0] = (size[0] as number) | 0x80;
  const mask = [0x37, 0xfa, 0x21, 0x3d];
  const masked = bytes.map((byte, at) => byte ^ (mask[at % 4] as number));
  return Buffer.concat([Buffer.from([first, ...size, ...mask]), masked]);
}

const whole = (opcode: number, payload?: Bytes) => sent(FIN | opcode, payload);
const part = (opcode: number, payload?: Bytes) => sent(MORE | opcode, payload);
const last = (payload?: Bytes) => sent(FIN | CONTINUATION, payload);
const closing = (code: number, reason: Bytes = '') =>
  whole(
    CLOSE,
    Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason as string)]),
  );

/** What a server sent, frame by frame: its first byte, and its text or its code. */
function read(bytes: Buffer): string[] {
  const frames: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] as number;
    const short = bytes[at + 1] as number;
    const start = at + (short === 126 ? 4 : 2);
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short;
    const payload = bytes.subarray(start, start + length);
    const what = first === 0x88 && length > 1 ? payload.readUInt16BE(0) : payload.toString();
    frames.push(`${first.toString(16)} ${what}`.trim());
    at = start + length;
  }
  return frames;
}

const kappa = Buffer.from('κόσμε');
const smile = Buffer.from('\u{1f600}');
const BYE = closing(1000);

/** A rule of RFC 6455 5 to 8; what a client sends; what an echo sends. */
const rows: readonly (readonly [string, readonly Buffer[], readonly string[]])[] = [
  ['text', [whole(TEXT, 'a'), BYE], ['81 a', '88 1000']],
  ['empty text', [whole(TEXT), BYE], ['81', '88 1000']],
  ['bytes', [whole(BINARY, [0x41, 0x42]), BYE], ['82 AB', '88 1000']],
  ['125 bytes', [whole(TEXT, 'x'.repeat(125)), BYE], [`81 ${'x'.repeat(125)}`, '88 1000']],
  ['126 bytes', [whole(TEXT, 'x'.repeat(126)), BYE], [`81 ${'x'.repeat(126)}`, '88 1000']],
  ['a ping', [whole(PING, 'p'), BYE], ['8a p', '88 1000']],
  ['an empty ping', [whole(PING), BYE], ['8a', '88 1000']],
  ['the longest ping', [whole(PING, 'p'.repeat(125)), BYE], [`8a ${'p'.repeat(125)}`, '88 1000']],
  ['a ping of any bytes', [whole(PING, [0x41]), BYE], ['8a A', '88 1000']],
  ['several pings', [whole(PING, '1'), whole(PING, '2'), BYE], ['8a 1', '8a 2', '88 1000']],
  ['a pong that nobody asked for', [whole(PONG, 'x'), BYE], ['88 1000']],
  ['a message in two frames', [part(TEXT, 'a'), last('b'), BYE], ['81 ab', '88 1000']],
  [
    'a message in three frames, one of them empty',
    [part(TEXT, 'a'), part(CONTINUATION), last('b'), BYE],
    ['81 ab', '88 1000'],
  ],
  ['a message of empty frames', [part(TEXT), part(CONTINUATION), last(), BYE], ['81', '88 1000']],
  [
    'a ping between the frames of a message',
    [part(TEXT, 'a'), whole(PING, 'p'), last('b'), BYE],
    ['8a p', '81 ab', '88 1000'],
  ],
  [
    'a pong between the frames of a message',
    [part(BINARY, 'a'), whole(PONG, 'p'), last('b'), BYE],
    ['82 ab', '88 1000'],
  ],
  [
    'pings around each frame of a message',
    [whole(PING, '1'), part(TEXT, 'a'), whole(PING, '2'), last('b'), whole(PING, '3'), BYE],
    ['8a 1', '8a 2', '81 ab', '8a 3', '88 1000'],
  ],
  ['a close between the frames of a message', [part(TEXT, 'a'), BYE], ['88 1000']],
  ['a continuation of nothing', [last('a')], ['88 1002']],
  ['a continuation of nothing, and more to come', [part(CONTINUATION, 'a')], ['88 1002']],
  [
    'a continuation after the last frame',
    [part(TEXT, 'a'), last('b'), last('c')],
    ['81 ab', '88 1002'],
  ],
  ['a message inside a message', [part(TEXT, 'a'), whole(TEXT, 'b')], ['88 1002']],
  ['bytes inside text', [part(TEXT, 'a'), part(BINARY, 'b')], ['88 1002']],
  ['a ping in frames', [part(PING, 'a')], ['88 1002']],
  ['a pong in frames', [part(PONG, 'a')], ['88 1002']],
  ['a close in frames', [part(CLOSE)], ['88 1002']],
  ['a ping that is too long', [whole(PING, 'p'.repeat(126))], ['88 1002']],
  ['a pong that is too long', [whole(PONG, 'p'.repeat(126))], ['88 1002']],
  ['a close that is too long', [closing(1000, 'r'.repeat(124))], ['88 1002']],
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map(
    (opcode) => [`the reserved opcode ${opcode}`, [whole(opcode, 'a')], ['88 1002']] as const,
  ),
  ...[0x40, 0x20, 0x10, 0x70].map(
    (bits) => [`the reserved bits ${bits}`, [sent(FIN | bits | TEXT, 'a')], ['88 1002']] as const,
  ),
  ['a reserved bit of a ping', [sent(FIN | 0x40 | PING, 'a')], ['88 1002']],
  ['a reserved bit of a close', [sent(FIN | 0x40 | CLOSE)], ['88 1002']],
  ['text in Greek', [whole(TEXT, kappa), BYE], ['81 κόσμε', '88 1000']],
  ...[1, 3, 5, 7, 9].map(
    (at) =>
      [
        `UTF-8 split at byte ${at}`,
        [part(TEXT, kappa.subarray(0, at)), last(kappa.subarray(at)), BYE],
        ['81 κόσμε', '88 1000'],
      ] as const,
  ),
  [
    'four bytes of one character in four frames',
    [
      part(TEXT, smile.subarray(0, 1)),
      part(CONTINUATION, smile.subarray(1, 2)),
      part(CONTINUATION, smile.subarray(2, 3)),
      last(smile.subarray(3)),
      BYE,
    ],
    ['81 \u{1f600}', '88 1000'],
  ],
  ['U+0000, which is text', [whole(TEXT, [0]), BYE], ['81 \0', '88 1000']],
  ['U+FFFF, which is text', [whole(TEXT, '\uffff'), BYE], ['81 \uffff', '88 1000']],
  ['a surrogate', [whole(TEXT, [0xed, 0xa0, 0x80])], ['88 1007']],
  ['a code point over U+10FFFF', [whole(TEXT, [0xf4, 0x90, 0x80, 0x80])], ['88 1007']],
  ['an overlong slash', [whole(TEXT, [0xc0, 0xaf])], ['88 1007']],
  ['a character that is cut off', [whole(TEXT, [0xce])], ['88 1007']],
  ['a character cut off by the last frame', [part(TEXT, [0xce]), last()], ['88 1007']],
  ['a lone continuation byte', [whole(TEXT, [0x80])], ['88 1007']],
  ['bytes that are not text, as bytes', [whole(BINARY, [0x7f]), BYE], ['82 \x7f', '88 1000']],
  ['a close without a code', [whole(CLOSE)], ['88']],
  ['a close with half a code', [whole(CLOSE, [3])], ['88 1002']],
  ['a close with a reason', [closing(1001, 'away')], ['88 1001']],
  ['a close with the longest reason', [closing(1000, 'r'.repeat(123))], ['88 1000']],
  ['a close whose reason is not UTF-8', [closing(1000, [0xce])], ['88 1007']],
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].map(
    (code) => [`a close with ${code}`, [closing(code)], [`88 ${code}`]] as const,
  ),
  ...[0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map(
    (code) =>
      [`a close with ${code}, which must not be sent`, [closing(code)], ['88 1002']] as const,
  ),
  ['text after a close', [BYE, whole(TEXT, 'a')], ['88 1000']],
  ['a ping after a close', [BYE, whole(PING, 'a')], ['88 1000']],
  ['a second close', [BYE, closing(1001)], ['88 1000']],
];

describe.each(implementations)('an echo, with %s,', (_name, factories) => {
  let server: Served;
  beforeAll(async () => {
    server = await servedSocket(echo, factories);
  });
  afterAll(closeServers);

  it.each(rows)('answers %s, in one piece and byte by byte', async (_rule, frames, expected) => {
    const bytes = Buffer.concat(frames);
    for (const size of [bytes.length, 1]) {
      const client = await rawClient(server.port);
      client.socket.setNoDelay(true);
      for (let at = 0; at < bytes.length; at += size) {
        client.socket.write(bytes.subarray(at, at + size));
        if (at % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      client.socket.on('end', () => client.socket.end());
      await waitForEvent('the server to close the connection', client.ended);
      expect(read(client.received())).toEqual(expected);
    }
    expect(server.errors).toEqual([]);
  });
});
