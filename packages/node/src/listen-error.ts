import { NodeAdapterError, type NodeAdapterCode } from './errors.js';

/** Why a server cannot listen, in a sentence that says what to do. */
export function listenError(cause: unknown, port: number, host: string): NodeAdapterError {
  if (cause instanceof AbortSignal) {
    return new NodeAdapterError('SERVER_CLOSED', 'the signal given to serve has fired already');
  }
  const { code } = cause as NodeJS.ErrnoException;
  const [ours, text] = explain(code, port, host) ?? ['LISTEN_FAILED', String(cause)];
  return new NodeAdapterError(ours, text, undefined, { cause });
}

function explain(
  code: string | undefined,
  port: number,
  host: string,
): [NodeAdapterCode, string] | null {
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
