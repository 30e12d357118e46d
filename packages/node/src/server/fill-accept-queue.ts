import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';

/** As many connections can wait while the queue is filled. With fewer, Linux would take some handshakes at once for a flood. */
const PLACES = 4;

/** Maximum number of turns of the event loop, each of which accepts one connection. */
const TURNS = 100;

/** How `/proc/net/tcp` names a handshake that has not ended. */
const HANDSHAKE = '03';

/** Node's default for the connections that can wait in the kernel. */
export const BACKLOG = 511;

interface KnownServer {
  readonly _handle?: { listen?(backlog: number): number } | null;
}

interface KnownSocket {
  readonly _handle?: { getpeername?(into: object): number } | null;
}

/**
 * Fills the queue of connections that wait in the kernel with own ones, and lets the server accept all others, so that none
 * of them is reset when it stops listening. While the queue is full, Linux ignores handshakes: clients repeat them after a
 * second, and are refused then, before they have sent anything.
 *
 * @param then called with `false` if a connection of a client is still waiting. Always `true` where the queue cannot be
 *   filled: on other systems, and if processes share it
 */
export function fillAcceptQueue(server: Server, then: (isFilled: boolean) => void): void {
  const { _handle: handle } = server as unknown as KnownServer;
  const address = server.address();
  const isTcp = typeof address === 'object' && address !== null;
  // A worker of a cluster has replaced `close`.
  const isOwn = handle?.listen && !Object.hasOwn(handle, 'close');
  if (!isTcp || !isOwn || process.platform !== 'linux') {
    then(true);
    return;
  }
  const { port } = address;
  const host = address.address.replace(/^0\.0\.0\.0$/, '127.0.0.1').replace(/^::$/, '::1');
  const own: Socket[] = [];
  let free = PLACES;
  let turns = 0;
  handle.listen?.(PLACES - 1);
  const fill = (): void => {
    while (free-- > 0) own.push(connect(port, host).on('error', () => undefined));
    // Node connects in ticks before this one. On one machine, a handshake has ended when that returns.
    process.nextTick(() => {
      if (turns === 0 && isOfOneMachine(address.address) && own.every(isConnected)) {
        end(true);
        return;
      }
      const waiting = waitingAt(address);
      const ports = new Set(own.map(({ localPort }) => localPort));
      const others = (waiting ?? []).filter(({ client }) => !ports.has(client));
      const isFull = waiting === null || waiting.length >= PLACES;
      if ((!isFull || others.some(({ state }) => state !== HANDSHAKE)) && turns++ < TURNS) {
        free = PLACES - (waiting?.length ?? 0) + 1; // the next turn accepts one
        setImmediate(fill);
        return;
      }
      end(isFull && others.length === 0);
    });
  };
  const end = (isFilled: boolean): void => {
    if (!isFilled) handle.listen?.(BACKLOG);
    then(isFilled);
    for (const socket of own) socket.destroy();
  };
  fill();
}

/** Whether all clients of an address are on this machine: no handshake is pending, so the own connections show what waits. */
function isOfOneMachine(address: string): boolean {
  return address === '127.0.0.1' || address === '::1';
}

/** Whether the handshake of a socket has ended: only then did it get a place in the queue. */
function isConnected(socket: Socket): boolean {
  return (socket as unknown as KnownSocket)._handle?.getpeername?.({}) === 0;
}

interface Waiting {
  /** The port of the client. */
  readonly client: number;
  readonly state: string;
}

/** The file in which Linux lists all connections. Reading it takes milliseconds if there are thousands. */
function tableOf({ family }: AddressInfo): string {
  return family === 'IPv6' ? '/proc/net/tcp6' : '/proc/net/tcp';
}

/**
 * The connections and handshakes that no process has accepted; `null` if the table cannot be read, for example because of
 * Node's option `--permission`.
 */
function waitingAt(address: AddressInfo): readonly Waiting[] | null {
  const local = address.port.toString(16).toUpperCase().padStart(4, '0');
  // The addresses, the state (established, in a handshake, or closed by the client), five numbers, and the inode, which is 0
  // until a process has accepted the connection.
  const row = new RegExp(`: \\w+:${local} \\w+:(\\w+) (01|03|08) (?:\\S+ +){5}0 `, 'g');
  try {
    const rows = readFileSync(tableOf(address), 'latin1').matchAll(row);
    return [...rows].map(([, client = '', state = '']) => ({
      client: parseInt(client, 16),
      state,
    }));
  } catch {
    return null;
  }
}
