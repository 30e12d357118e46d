/** Many clients of event streams in this process. */
import { closeConnections, openConnections } from '../lib/connections.js';

const EVENT = /^data: (\d+)$/gm;

/**
 * Opens event streams; each has received the head of its response.
 *
 * @param {number} port
 * @param {number} count
 * @param {(published: number) => void} onEvent called with the `Date.now()` that an event carries, for each client
 * @returns {Promise<{ leave(): Promise<void> }>}
 */
export async function subscribe(port, count, onEvent) {
  const sockets = await openConnections(port, count, '/events');
  for (const socket of sockets) listen(socket, onEvent);
  return { leave: () => closeConnections(sockets) };
}

function listen(socket, onEvent) {
  let rest = '';
  socket.setEncoding('latin1').on('data', (text) => {
    rest += text;
    const end = rest.lastIndexOf('\n\n');
    if (end === -1) return;
    for (const [, time] of rest.slice(0, end).matchAll(EVENT)) onEvent(Number(time));
    rest = rest.slice(end);
  });
}
