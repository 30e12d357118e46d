import { type NodeAdapterCode, NodeAdapterError } from '../errors.js';

/** Where a server listens. */
export type Place = { readonly port: number; readonly host: string } | { readonly path: string };

/** Why a server cannot listen, in a sentence that says what to do. */
export function listenError(cause: unknown, place: Place): NodeAdapterError {
  if (cause instanceof AbortSignal) {
    return new NodeAdapterError('SERVER_CLOSED', 'the signal given to serve has fired already');
  }
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
        `port ${port} is taken: end what listens there or choose another port`,
      ];
    case 'EACCES':
      return ['PORT_FORBIDDEN', `port ${port} may not be opened: choose one above 1023`];
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return ['HOST_UNAVAILABLE', `${host} is no address of this machine: choose another host`];
    case 'ERR_SOCKET_BAD_PORT':
      return ['OPTION_INVALID', `port is ${port}; it must be an integer from 0 to 65535`];
    default:
      return null;
  }
}

function explainPath(code: string | undefined, path: string): Explanation | null {
  if (code !== 'EADDRINUSE') return null;
  return ['PORT_IN_USE', `${path} is there already: remove it if no server uses it`];
}
