import type { Awaitable } from '@mortise/http-message';

type Bytes = Uint8Array<ArrayBuffer>;

interface NodeCrypto {
  /** Absent from older platforms. */
  hash?(algorithm: 'sha256', bytes: Bytes, encoding: 'buffer'): Bytes;
}

/** The part of `globalThis` that is used. */
interface Platform {
  readonly process?: { getBuiltinModule?(name: 'node:crypto'): NodeCrypto | undefined };
}

/** Maximum bytes of a body that is hashed synchronously, in about 40 µs. */
const SYNCHRONOUS = 65_536;

/**
 * Returns a function that computes the SHA-256 of bytes. It is synchronous for up to 64 KiB on platforms with
 * `node:crypto`: WebCrypto passes bytes to another thread and back, which takes ten times as long for a short page.
 *
 * @param platform where `node:crypto` is looked up on first use; an import would fail on platforms without it
 */
export function bodyDigestOf({ process }: Platform): (bytes: Bytes) => Awaitable<Bytes> {
  let node: NodeCrypto | null = null;
  return (bytes) => {
    node ??= process?.getBuiltinModule?.('node:crypto') ?? {};
    return node.hash === undefined || bytes.length > SYNCHRONOUS
      ? crypto.subtle.digest('SHA-256', bytes).then((digest) => new Uint8Array(digest))
      : node.hash('sha256', bytes, 'buffer');
  };
}
