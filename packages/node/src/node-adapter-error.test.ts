import { describe, expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import { NodeAdapterError } from './index.js';

describe('NodeAdapterError', () => {
  it('is known across copies of the package', () => {
    const ofAnotherCopy = { [Symbol.for('@mortise/node/NodeAdapterError')]: true };
    expect(ofAnotherCopy).toBeInstanceOf(NodeAdapterError);
    expect(new Error('x')).not.toBeInstanceOf(NodeAdapterError);
  });

  it('is an HTTP error, and has a status only if it is given', () => {
    expect(new NodeAdapterError('LISTEN_FAILED', 'x')[HTTP_ERROR]).toBe(true);
    expect(Object.hasOwn(new NodeAdapterError('LISTEN_FAILED', 'x'), 'status')).toBe(false);
    expect(new NodeAdapterError('BODY_TOO_LARGE', 'x', 413).status).toBe(413);
  });

  it.each<[string, NodeAdapterError, object]>([
    [
      'serverClosing',
      NodeAdapterError.serverClosing(),
      { code: 'SERVER_CLOSED', message: 'the server is closing', status: 503 },
    ],
    [
      'notAResponse',
      NodeAdapterError.notAResponse(null),
      {
        code: 'RESPONSE_INVALID',
        message: 'the handler returned null instead of a response',
        status: 500,
      },
    ],
    [
      'requestEnded',
      NodeAdapterError.requestEnded(),
      {
        code: 'REQUEST_ABORTED',
        message: 'The request ended before its body was read. Read it before the response ends.',
        status: 400,
      },
    ],
    [
      'clientGone',
      NodeAdapterError.clientGone('why'),
      { code: 'REQUEST_ABORTED', message: 'The client disconnected.', status: 400, cause: 'why' },
    ],
  ])('of %s says what happened', (_, error, expected) => {
    const { code, message, status, cause } = error;
    expect({ code, message, status, cause }).toEqual(expected);
  });
});
