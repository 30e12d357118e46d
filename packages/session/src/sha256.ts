import { toBase64url } from '@mortise/base';
import type { Awaitable } from '@mortise/http-message';

interface NodeCrypto {
  createHash(algorithm: 'sha256'): {
    update(text: string): { digest(encoding: 'base64url'): string };
  };
  /** Takes half as long as `createHash`; since Node 20.12. */
  readonly hash?: (algorithm: 'sha256', text: string, encoding: 'base64url') => string;
}

/** The part of `globalThis` that is used. */
interface Platform {
  readonly process?: { getBuiltinModule?(name: 'node:crypto'): NodeCrypto | undefined };
}

/**
 * Returns a function that computes the SHA-256 of text, as base64url. It is synchronous on platforms with
 * `node:crypto`. WebCrypto passes each text to another thread and back, which takes 60 times as long.
 *
 * @param platform where `node:crypto` is looked up on first use; an import would fail on platforms without it
 */
export function sha256Of({ process }: Platform): (text: string) => Awaitable<string> {
  let made: ((text: string) => Awaitable<string>) | null = null;
  return (text) => {
    made ??= digestOf(process?.getBuiltinModule?.('node:crypto'));
    return made(text);
  };
}

/** Computes the SHA-256 of text, as base64url. */
export const sha256 = sha256Of(globalThis);

function digestOf(node: NodeCrypto | undefined): (text: string) => Awaitable<string> {
  if (node === undefined) return webDigest;
  const { hash } = node;
  return hash === undefined
    ? (text) => node.createHash('sha256').update(text).digest('base64url')
    : (text) => hash('sha256', text, 'base64url');
}

async function webDigest(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toBase64url(new Uint8Array(digest));
}
