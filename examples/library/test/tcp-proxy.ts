import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between the library and a server, and takes it away. */
export interface TcpProxy {
  /** The URL of the server, with the port of the proxy. */
  readonly url: string;
  /** Cuts all connections, and refuses new ones. */
  takeAway(): void;
  /** Keeps all connections, and passes nothing on. */
  silence(): void;
  giveBack(): void;
  close(): void;
}

/** @param target URL of PostgreSQL or Redis */
export async function tcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let away = false;
  let silent = false;
  const server = createServer((client) => {
    if (away) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('data', (chunk) => silent || to.write(chunk));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    takeAway: () => {
      away = true;
      cut();
    },
    silence: () => {
      silent = true;
    },
    giveBack: () => {
      if (silent) cut(); // what was swallowed is not sent again
      away = silent = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
