import { toBase64url } from '@mortise/base';
import type { Awaitable } from '@mortise/http-message';

interface NodeCrypto {
  createHash(algorithm: 'sha256'): {
    update(text: string): { digest(encoding: 'base64url'): string };
  };
  /** Takes half the time; since Node 20.12. */
  readonly hash?: (algorithm: 'sha256', text: string, encoding: 'base64url') => string;
}

/** What is read of `globalThis`. */
interface Platform {
  readonly process?: { getBuiltinModule?(name: 'node:crypto'): NodeCrypto | undefined };
}

/**
 * Creates the SHA-256 of text as base64url. It is known at once where the platform has the functions of Node. WebCrypto
 * passes each text to another thread and back, which takes 60 times as long.
 *
 * @param platform asked for the module when it is first needed: not all have it, and an import of it would fail there
 */
export function sha256Of({ process }: Platform): (text: string) => Awaitable<string> {
  let made: ((text: string) => Awaitable<string>) | null = null;
  return (text) => {
    made ??= digestOf(process?.getBuiltinModule?.('node:crypto'));
    return made(text);
  };
}

/** SHA-256 of text as base64url. */
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
