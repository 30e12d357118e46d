/** Connections that stay open after a request, and whether the system allows as many. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

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
    `${count} connections need ${needed} open files, and the limit is ${limit}: run "ulimit -n ${needed}" first, or pass fewer with --connections`,
  );
}

/** Opens `count` connections; each is left idle after one response. */
export async function openConnections(port, count) {
  const sockets = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(BATCH, count - sockets.length) }, () => open(port));
    sockets.push(...(await Promise.all(batch)));
  }
  return sockets;
}

async function open(port) {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  return socket;
}
