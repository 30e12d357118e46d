import type { Socket } from 'node:net';

/** The beginning of the HTTP/2 connection preface (RFC 9113 3.4); no HTTP/1 method begins like this. */
const BEGINNING = Buffer.from('PRI ');

/**
 * Detects whether a client uses HTTP/2 with prior knowledge (RFC 9113 3.3). The bytes that it has sent remain unread. A
 * client that ends its side before that is known is disconnected.
 *
 * @param timeout milliseconds that the client can be silent before it is disconnected; a process that stood still reads what
 *   has arrived in the meantime first
 */
export function detectHttp2(
  socket: Socket,
  timeout: number,
  tell: (isHttp2: boolean) => void,
): void {
  let heard = Buffer.alloc(0);
  let lastRead: NodeJS.Timeout | undefined;
  const cutOff = (): void => {
    socket.destroy();
  };
  // Timers run before the bytes that have arrived in the meantime are read.
  const readOnceMore = (): void => {
    const { length } = heard;
    lastRead = setTimeout(() => {
      if (heard.length === length) cutOff();
    }, 0);
  };
  const decide = (): void => {
    clearTimeout(lastRead);
    socket.off('readable', listen).off('end', cutOff).off('error', cutOff);
    socket.off('timeout', readOnceMore);
    socket.setTimeout(0);
    socket.unshift(heard);
    tell(heard.subarray(0, BEGINNING.length).equals(BEGINNING));
  };
  const listen = (): void => {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    heard = Buffer.concat([heard, chunk]);
    const begins = BEGINNING.subarray(0, heard.length).equals(heard);
    if (!begins || heard.length >= BEGINNING.length) decide();
  };
  socket.setTimeout(timeout).on('timeout', readOnceMore).on('error', cutOff);
  socket.on('readable', listen).on('end', cutOff);
}
