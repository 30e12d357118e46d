import { Scan } from './scan.js';
import type { ScannedPart, ScanOptions } from './scanned-part.js';

/**
 * Gives the parts of a form one after the other, while they come in; what is left unread of one is
 * passed over when the next is asked for.
 *
 * No more is read of the body than somebody takes. When the loop is left early, or anything fails,
 * the body is cancelled.
 *
 * @throws {BodyError} and what the body fails with; content that is being read fails with the same
 */
export async function* scanParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  options: ScanOptions,
): AsyncGenerator<ScannedPart> {
  const scan = new Scan(boundary, options);
  const chunks = body[Symbol.asyncIterator]();
  void scan.pump(chunks);
  try {
    for (let part = await scan.next(); part !== null; part = await scan.next()) yield part;
  } finally {
    scan.stop();
    // Not waited for: a source may be waiting for a client that is silent.
    if (!scan.bodyEnded) chunks.return?.().catch(() => undefined);
  }
}
