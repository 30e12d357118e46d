import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between a client and a server, whose faults a test chooses. */
export interface TcpProxy {
  /** The URL of the server, with the host and port of the proxy. */
  readonly url: string;

  /** Cuts every connection and refuses new ones. */
  stop(): void;

  /** Keeps connections open and forwards nothing. */
  stall(): void;

  /** Forwards again what waits, and accepts connections again. */
  resume(): void;

  /** Cuts every connection once; new ones are accepted. */
  cut(): void;

  close(): Promise<void>;
}

/** @param target URL of the server; its host and port are used */
export async function tcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port, protocol } = new URL(target);
  const defaultPort = protocol === 'redis:' ? 6379 : 5432;
  const sockets = new Set<Socket>();
  let state: 'forwarding' | 'stopped' | 'stalled' = 'forwarding';

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    if (state === 'stopped') {
      client.destroy();
      return;
    }
    const upstream = connect(port === '' ? defaultPort : Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      keep(from);
      from.on('data', (chunk) => to.write(chunk)).on('close', () => to.destroy());
    }
    if (state === 'stalled') for (const socket of [client, upstream]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    stop() {
      state = 'stopped';
      cut();
    },
    stall() {
      state = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    resume() {
      state = 'forwarding';
      for (const socket of sockets) socket.resume();
    },
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
