import { describe, expect, it } from '@jest/globals';
import { NodeAdapterError } from '../node-adapter-error.js';
import { listenError } from './listen-error.js';

const caused = (code: string) => Object.assign(new Error(`listen ${code}`), { code });
const address = { port: 80, host: 'example.test' };
const path = { path: '/run/app' };

describe('the error of a server that cannot listen', () => {
  it.each([
    [
      'EADDRINUSE',
      address,
      'PORT_IN_USE',
      'port 80 is in use: stop the server that uses it, or choose another port',
    ],
    [
      'EACCES',
      address,
      'PORT_FORBIDDEN',
      'no permission to listen on port 80: choose one above 1023',
    ],
    [
      'EADDRNOTAVAIL',
      address,
      'HOST_UNAVAILABLE',
      'example.test is not an address of this machine: choose another host',
    ],
    [
      'ENOTFOUND',
      address,
      'HOST_UNAVAILABLE',
      'example.test is not an address of this machine: choose another host',
    ],
    ['EMFILE', address, 'LISTEN_FAILED', 'Error: listen EMFILE'],
    ['EADDRINUSE', path, 'PORT_IN_USE', '/run/app already exists: remove it if no server uses it'],
    ['EACCES', path, 'LISTEN_FAILED', 'Error: listen EACCES'],
    ['ENOENT', path, 'LISTEN_FAILED', 'Error: listen ENOENT'],
  ])('with %s on %j is %s', (code, place, ours, message) => {
    const cause = caused(code);
    const error = listenError(cause, place);
    expect(error).toBeInstanceOf(NodeAdapterError);
    expect(error).toMatchObject({ code: ours, message, cause });
    expect(error.status).toBeUndefined();
  });
});
