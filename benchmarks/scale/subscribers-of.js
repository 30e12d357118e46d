/** Many clients of event streams in this process. */
import { once } from 'node:events';
import { connect } from 'node:net';

/** Connections that are opened at a time, so that no queue of the server overflows. */
const BATCH = 100;
const EVENT = /^data: (\d+)$/gm;

/**
 * Opens event streams; each has received the head of its response.
 *
 * @param {number} port
 * @param {number} count
 * @param {(published: number) => void} onEvent called with the `Date.now()` that an event carries, for each client
 * @returns {Promise<{ leave(): Promise<void>, readonly open: number }>}
 */
export async function subscribe(port, count, onEvent) {
  const sockets = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(BATCH, count - sockets.length) }, () =>
      opened(port, onEvent),
    );
    sockets.push(...(await Promise.all(batch)));
  }
  return {
    get open() {
      return sockets.filter((socket) => !socket.destroyed).length;
    },
    leave: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
    },
  };
}

async function opened(port, onEvent) {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1');
  socket.write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  let rest = '';
  socket.on('data', (text) => {
    rest += text;
    const end = rest.lastIndexOf('\n\n');
    if (end === -1) return;
    for (const [, time] of rest.slice(0, end).matchAll(EVENT)) onEvent(Number(time));
    rest = rest.slice(end);
  });
  socket.on('error', () => undefined);
  return socket;
}
