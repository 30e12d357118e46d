import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A server that accepts connections, and reads them without ever answering. */
export interface SilentServer {
  /** The URL with its address. */
  readonly url: string;
  /** The connections that clients have not closed. */
  readonly open: ReadonlySet<Socket>;
  close(): void;
}

/** @param target the URL of a server to which the first `forwarded` connections are forwarded */
export async function silentServer(target: string, forwarded = 0): Promise<SilentServer> {
  const open = new Set<Socket>();
  const { hostname, port, protocol } = new URL(target);
  const defaultPort = protocol === 'redis:' ? 6379 : 5432;
  let count = 0;
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
    if (count++ >= forwarded) {
      socket.resume();
      return;
    }
    const upstream = connect(port === '' ? defaultPort : Number(port), hostname).on(
      'error',
      () => undefined,
    );
    socket.pipe(upstream).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    open,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
