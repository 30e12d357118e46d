export { releaseSource } from '@mortise/base/message';

interface Cancellable {
  destroy?(): unknown;
  cancel?(): unknown;
}

/**
 * Cancels the source of a stream whose rest will not be read. Errors from the source are ignored.
 *
 * @param iterator the source's iterator in use; `null` if reading has not begun
 */
export function cancelSource(
  source: AsyncIterable<Uint8Array> & Cancellable,
  iterator: AsyncIterator<Uint8Array> | null,
): void {
  try {
    // `return` of a Node `Readable`'s iterator would wait for a pending chunk, and does nothing before the first read.
    if (typeof source.destroy === 'function') source.destroy();
    else if (iterator === null && typeof source.cancel === 'function') ignore(source.cancel());
    else ignore((iterator ?? source[Symbol.asyncIterator]()).return?.());
  } catch {
    // errors are ignored, as documented above
  }
}

function ignore(settled: unknown): void {
  Promise.resolve(settled).catch(() => undefined);
}
