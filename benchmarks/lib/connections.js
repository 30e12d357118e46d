/** Connections that stay open, and what they cost a server. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Connections that are opened at a time, so that no queue of the server overflows. */
const BATCH = 100;
/** Open files that a process needs besides its connections. */
const OTHER_FILES = 100;

/** @throws {Error} if a process cannot open `count` connections */
export function assertOpenable(count) {
  const [, limit] = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  const needed = count + OTHER_FILES;
  if (limit === undefined || Number(limit) >= needed) return;
  throw new Error(
    `${count} connections need ${needed} open files, and the limit is ${limit}: run "ulimit -n ${needed}" first, or ask for fewer`,
  );
}

/**
 * Opens connections that send one request each, and reads nothing after the first bytes of the response.
 *
 * @param {string} [fields] lines of the header
 * @returns {Promise<import('node:net').Socket[]>} paused sockets
 */
export async function openConnections(port, count, path = '/', fields = '') {
  const sockets = [];
  while (sockets.length < count) {
    const length = Math.min(BATCH, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length }, () => open(port, path, fields)))));
  }
  return sockets;
}

async function open(port, path, fields) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** Ends connections that were opened. */
export async function closeConnections(sockets) {
  for (const socket of sockets) socket.destroy();
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
}

/** The resident memory of a server in MiB, once it no longer changes. */
export async function settledMemory(server) {
  let before = -Infinity;
  for (;;) {
    await delay(500);
    const now = server.memory();
    if (Math.abs(now - before) < 1) return now;
    before = now;
  }
}
