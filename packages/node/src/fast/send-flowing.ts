import { finished, Readable } from 'node:stream';

/** Writes the chunks of a body. */
export interface FlowWriter {
  /** Whether more can be written, although {@link write} returned `false`. */
  readonly mayFlow: boolean;
  /** @returns whether the next chunk can be written immediately; if not, wait for {@link drained} */
  write(chunk: Uint8Array): boolean;
  /** Resolves when more can be written; rejects if the client has disconnected. */
  drained(): Promise<void>;
}

/** Whether a source is a Node stream of bytes. */
export function givesBytes(source: unknown): source is Readable {
  return (
    source instanceof Readable && !source.readableObjectMode && source.readableEncoding === null
  );
}

/**
 * Sends the chunks of a Node stream as it emits them, without a promise for each. Without this optimization:
 * `for await`, as for other bodies.
 */
export function sendFlowing(source: Readable, writer: FlowWriter): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = (): void => {
      source.resume();
    };
    const fail = (error: Error): void => {
      // A destroyed stream still emits the chunks that it has buffered.
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
