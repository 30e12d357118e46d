import { Redis } from 'ioredis';
import { createClient, RESP_TYPES } from 'redis';
import type { SendCommand } from '../src/index.js';

/** A connected client and how a store sends through it. */
interface ConnectedClient {
  readonly send: SendCommand;
  readonly close: () => void;
}

/** The client libraries that the store is tested with, configured as the README says. */
export const clients: readonly (readonly [
  name: string,
  connect: (url: string) => Promise<ConnectedClient>,
])[] = [
  ['node-redis', connectNodeRedis],
  ['ioredis', connectIoredis],
];

async function connectNodeRedis(url: string): Promise<ConnectedClient> {
  const client = createClient({ url, disableOfflineQueue: true }).withTypeMapping({
    [RESP_TYPES.BLOB_STRING]: Buffer,
  });
  client.on('error', () => undefined);
  await client.connect();
  return {
    send: (args) => client.sendCommand(args.map(asArgument)),
    close: () => {
      client.destroy();
    },
  };
}

async function connectIoredis(url: string): Promise<ConnectedClient> {
  const client = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    // Its timer runs on if the connection was lost before: it would keep the process of the test for 2 s.
    disconnectTimeout: 1,
  });
  client.on('error', () => undefined);
  await client.connect();
  return {
    send: ([command, ...args]) => client.callBuffer(String(command), ...args.map(asArgument)),
    close: () => {
      client.disconnect();
    },
  };
}

function asArgument(arg: string | Uint8Array): string | Buffer {
  return typeof arg === 'string' ? arg : Buffer.from(arg);
}
