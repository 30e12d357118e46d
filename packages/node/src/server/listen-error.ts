import { type NodeAdapterCode, NodeAdapterError } from '../node-adapter-error.js';

/** Where a server listens. */
export type Place = { readonly port: number; readonly host: string } | { readonly path: string };

/** Describes why a server cannot listen, and how to fix it. */
export function listenError(cause: unknown, place: Place): NodeAdapterError {
  const { code } = cause as NodeJS.ErrnoException;
  const explained = 'path' in place ? explainPath(code, place.path) : explain(code, place);
  const [ours, text] = explained ?? ['LISTEN_FAILED', String(cause)];
  return new NodeAdapterError(ours, text, undefined, { cause });
}

type Explanation = readonly [code: NodeAdapterCode, text: string];

function explain(
  code: string | undefined,
  { port, host }: Extract<Place, { readonly port: number }>,
): Explanation | null {
  switch (code) {
    case 'EADDRINUSE':
      return [
        'PORT_IN_USE',
        `port ${port} is in use: stop the server that uses it, or choose another port`,
      ];
    case 'EACCES':
      return ['PORT_FORBIDDEN', `no permission to listen on port ${port}: choose one above 1023`];
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return ['HOST_UNAVAILABLE', `${host} is not an address of this machine: choose another host`];
    default:
      return null;
  }
}

function explainPath(code: string | undefined, path: string): Explanation | null {
  if (code !== 'EADDRINUSE') return null;
  return ['PORT_IN_USE', `${path} already exists: remove it if no server uses it`];
}
