import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Both sides of a connection within this process. */
export interface ConnectedSockets {
  readonly near: Socket;
  readonly far: Socket;
  readonly close: () => void;
}

/** Opens a connection whose other side is in this process too: what one side writes waits for the other in the kernel. */
export async function connectedSockets(): Promise<ConnectedSockets> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[far]] = await Promise.all([accepted, once(near, 'connect')]);
  return {
    near,
    far,
    close: () => {
      near.destroy();
      far.destroy();
      server.close();
    },
  };
}

/** Blocks the process, as a collection of garbage or a long computation does. @param ms milliseconds */
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
