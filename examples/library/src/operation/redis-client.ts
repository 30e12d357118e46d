import { createClient } from 'redis';
import { startError } from './start-error.js';

const ATTEMPTS = 4;
const BREAK = 500; // milliseconds

/**
 * Connects with Redis. Later the client connects again by itself, however long Redis is away.
 *
 * @throws {Error} that names `REDIS_URL` if Redis cannot be reached at the start, after some attempts
 */
export async function openRedis(url: string) {
  let hasConnected = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      reconnectStrategy: (failures) => {
        if (hasConnected) return Math.min(2_000, 50 * 2 ** failures);
        return failures < ATTEMPTS && BREAK;
      },
    },
  });
  client.on('error', (error: Error) => {
    if (hasConnected) console.error(`Redis: ${error.message}`);
  });
  try {
    await client.connect();
  } catch (error) {
    throw startError('REDIS_URL', error);
  }
  hasConnected = true;
  return client;
}
