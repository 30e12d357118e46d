interface Cancellable {
  destroy?(): unknown;
  cancel?(): unknown;
}

/**
 * Notifies the source of a stream that the rest will not be read. Errors of the source
 * are ignored.
 *
 * @param iterator the one that was being read, `null` if reading had not begun
 */
export function cancelSource(
  source: AsyncIterable<Uint8Array> & Cancellable,
  iterator: AsyncIterator<Uint8Array> | null,
): void {
  try {
    // The iterator of a Node `Readable` would wait for its next chunk, and does nothing before its first.
    if (typeof source.destroy === 'function') source.destroy();
    else if (iterator === null && typeof source.cancel === 'function') ignore(source.cancel());
    else ignore((iterator ?? source[Symbol.asyncIterator]()).return?.());
  } catch {
    // see above
  }
}

function ignore(settled: unknown): void {
  Promise.resolve(settled).catch(() => undefined);
}
