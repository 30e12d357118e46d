import { finished, Readable } from 'node:stream';

/** Writes the chunks of a body. */
export interface FlowWriter {
  /** Whether more may be written, although {@link write} returned `false`. */
  readonly mayFlow: boolean;
  /** @returns whether the next chunk may follow at once; otherwise after {@link drained} */
  write(chunk: Uint8Array): boolean;
  /** Settles when more may be written; rejects when the client has disconnected. */
  drained(): Promise<void>;
}

/** Whether a source is a Node stream of bytes. */
export function givesBytes(source: unknown): source is Readable {
  return (
    source instanceof Readable && !source.readableObjectMode && source.readableEncoding === null
  );
}

/**
 * Sends what a stream of Node's gives when it gives it: no promise for each chunk. Without it: `for await`, as for other
 * bodies.
 */
export function sendFlowing(source: Readable, writer: FlowWriter): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = (): void => {
      source.resume();
    };
    const fail = (error: Error): void => {
      // A destroyed stream still emits the chunks that it has.
      source.off('data', send).destroy();
      reject(error);
    };
    const send = (chunk: Uint8Array): void => {
      try {
        if (writer.write(chunk) || writer.mayFlow) return;
        source.pause();
        writer.drained().then(go, fail);
      } catch (error) {
        fail(error as Error);
      }
    };
    source.on('data', send);
    finished(source, { writable: false }, (error) => {
      if (error) reject(error);
      else resolve();
    });
    go();
  });
}
