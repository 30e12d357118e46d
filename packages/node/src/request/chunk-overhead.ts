import type { IncomingMessage } from 'node:http';
import { Deadlines } from '../deadlines.js';

/** Bytes of overhead that every chunked body can have. */
const ALLOWED = 16 * 1024;

/** Additional bytes of overhead for each byte of payload; chunks of one byte without extensions need five. */
const ALLOWED_PER_BYTE = 8;

/** Bytes that Node reads at a time; they are counted before their payload is. */
const READ = 64 * 1024;

/** @param refuse called at most once, before the body has ended; must not throw */
export type LimitOverhead = (incoming: IncomingMessage, refuse: () => void) => void;

/**
 * Refuses chunked bodies that consist mostly of chunk sizes and extensions, which Node reads without a limit (as in
 * CVE-2024-22019). Counts the bytes that the socket has read since the headers.
 *
 * @param checkInterval milliseconds between checks of a body without payload, such as a chunk size with leading zeros
 * @returns a function that limits one body
 */
export function chunkOverhead(checkInterval: number): LimitOverhead {
  const checks = new Deadlines<() => void>(checkInterval, checkInterval, (check) => {
    check();
  });
  return (incoming, refuse) => {
    const { socket } = incoming;
    const push = incoming.push.bind(incoming);
    const before = socket.bytesRead;
    let payload = 0;
    const stop = (): void => {
      wait.end();
      Reflect.deleteProperty(incoming, 'push');
    };
    const isOver = (): boolean =>
      socket.bytesRead - before - payload > ALLOWED + ALLOWED_PER_BYTE * payload + READ;
    const check = (): void => {
      if (isOver()) {
        stop();
        refuse();
      } else if (!incoming.complete && !socket.destroyed) wait = checks.add(check);
    };
    // Node passes each piece of the payload to this method, read or not, and `null` at the end.
    incoming.push = (chunk: Uint8Array | null) => {
      if (chunk === null) stop();
      else {
        payload += chunk.length;
        if (isOver()) check();
      }
      return push(chunk);
    };
    let wait = checks.add(check);
  };
}
