import { expect } from '@jest/globals';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** Expects that the write timeout of a client that reads nothing destroys its connection, but not in the same turn. */
export async function expectToLookOnceMore(connection: Socket): Promise<void> {
  // The system itself can still accept something.
  while (!connection.destroyed) {
    connection.emit('timeout');
    expect(connection.destroyed).toBe(false);
    await setImmediate();
  }
}
