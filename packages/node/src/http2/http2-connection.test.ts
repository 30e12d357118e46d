import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { Socket } from 'node:net';
import { connectionOf } from '../connection/connection.js';
import { defaultLimits, type ServerLimits } from '../server-limits.js';
import { Http2Connection, Http2Connections } from './http2-connection.js';
import { socketOf } from './stream-socket.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** What is done to a session, in order. */
class Session extends EventEmitter {
  readonly done: unknown[] = [];
  destroyed = false;
  close(callback?: () => void): void {
    this.done.push('close');
    callback?.();
  }
  destroy(...reason: unknown[]): void {
    this.done.push(['destroy', ...reason]);
  }
  goaway(code: number): void {
    this.done.push(['goaway', code]);
  }
}

/** A stream that the test closes. */
class Stream extends EventEmitter {
  aborted = false;
  rstCode: number = constants.NGHTTP2_NO_ERROR;
  closed = false;
  destroyed = false;
  writableFinished = true;
  writableLength = 0;
  destroy(): void {
    this.destroyed = true;
  }
  /** Ends as the client resets it, unless it ends well. */
  end(rstCode: number = constants.NGHTTP2_NO_ERROR): void {
    Object.assign(this, { closed: true, rstCode });
    this.emit('close');
  }
}

/** A connection that is kept for 2 s while idle. */
function connected(given: Partial<ServerLimits> = {}) {
  const limits = { ...defaultLimits, headersTimeout: 1_000, checkInterval: 100, ...given };
  const handled: unknown[][] = [];
  const shared = new Http2Connections(limits, (...request) => void handled.push(request));
  const session = new Session();
  const socket = new Socket();
  connectionOf(socket).keepAlive = { timeout: 2_000, fields: [] };
  // Without PINGs, which have tests of their own.
  Object.assign(shared, { keepAlive: () => undefined });
  const connection = new Http2Connection(session as unknown as ServerHttp2Session, socket, shared);
  /** A request that arrives in its own turn, unless it comes with the one before. */
  const request = (together = false): Stream => {
    const stream = new Stream();
    session.emit('stream', stream, { ':path': '/' }, 0, [':path', '/']);
    if (!together) jest.advanceTimersByTime(0);
    return stream;
  };
  const after = (ms: number) => {
    jest.advanceTimersByTime(ms);
  };
  return { connection, shared, session, socket, handled, request, after };
}

const socketBehind = (stream: Stream) => socketOf(stream as unknown as ServerHttp2Stream);

describe('the time of a connection over HTTP/2', () => {
  it('is headersTimeout until its first request', () => {
    const { session, after } = connected();
    after(1_000);
    expect(session.done).toEqual([]);
    after(101);
    expect(session.done).toEqual(['close']);
  });

  it('does not pass while requests run, and is that of its keep-alive after the last', () => {
    const { session, request, after } = connected();
    const [first, second] = [request(), request()];
    after(60_000);
    first.end();
    after(60_000);
    expect(session.done).toEqual([]);
    second.end();
    after(2_000);
    expect(session.done).toEqual([]);
    after(201);
    expect(session.done).toEqual(['close']);
  });

  it('begins again with each request', () => {
    const { session, request, after } = connected();
    for (let i = 0; i < 5; i++) {
      after(900);
      request().end();
      after(1_000);
    }
    expect(session.done).toEqual([]);
  });

  it('is one more second for the client to close it after its end', () => {
    const { connection, socket, after } = connected();
    connection.end();
    after(1_000);
    expect(socket.destroyed).toBe(false);
    after(200);
    expect(socket.destroyed).toBe(true);
  });

  it('is that second after the last request, if some run at its end', () => {
    const { connection, session, socket, request, after } = connected();
    const running = request();
    connection.end();
    after(60_000);
    expect([session.done, socket.destroyed]).toEqual([['close'], false]);
    running.end();
    after(1_000);
    expect(socket.destroyed).toBe(false);
    after(200);
    expect(socket.destroyed).toBe(true);
  });

  it('has the same deadlines as that of others that are kept equally long', () => {
    const { shared, socket } = connected();
    const [same, other] = [new Socket(), new Socket()];
    connectionOf(same).keepAlive = { timeout: 2_000, fields: [] };
    connectionOf(other).keepAlive = { timeout: 3_000, fields: [] };
    const deadlines = shared.idleOf(socket);
    expect([shared.idleOf(same) === deadlines, shared.idleOf(other) === deadlines]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['before its first request', () => undefined],
    [
      'after its last request',
      ({ request }: ReturnType<typeof connected>) => {
        request().end();
      },
    ],
    [
      'after its end',
      ({ connection }: ReturnType<typeof connected>) => {
        connection.end();
      },
    ],
  ])('ends with it, and leaves no timer: %s', (_, prepare) => {
    const made = connected();
    prepare(made);
    made.after(1);
    const done = [...made.session.done];
    made.socket.emit('close');
    made.after(10_000);
    expect([made.session.done, jest.getTimerCount()]).toEqual([done, 0]);
  });

  it('does not begin with the end of a request if its socket was destroyed', () => {
    const { socket, session, request, after } = connected();
    const running = request();
    socket.destroy();
    running.end();
    after(10_000);
    expect([session.done, jest.getTimerCount()]).toEqual([[], 0]);
  });
});

describe('a connection over HTTP/2', () => {
  it('is ended once, and not if it was destroyed', () => {
    const { connection, session, after } = connected();
    connection.end();
    connection.end();
    after(1);
    expect(session.done).toEqual(['close']);
    const another = connected();
    another.session.destroyed = true;
    another.connection.end();
    another.after(1);
    expect(another.session.done).toEqual([]);
  });

  it('is ended with its last request, of requestsPerSocket', () => {
    const { session, request, handled } = connected({ requestsPerSocket: 3 });
    request().end();
    request().end();
    expect(session.done).toEqual([]);
    request();
    expect([session.done, handled.length]).toEqual([['close'], 3]);
  });

  it('is ended with its first request if requestsPerSocket is 0, as over HTTP/1.1, and handles those that follow', () => {
    const { session, request, handled } = connected({ requestsPerSocket: 0 });
    request();
    expect(session.done).toEqual(['close']);
    request();
    expect([session.done, handled.length]).toEqual([['close'], 2]);
  });

  it('is ended and destroyed only after everything that arrived with it is read', () => {
    const { session, after } = connected();
    const callback = jest.fn();
    const error = new Error('x');
    session.close(callback);
    session.destroy(error, 2);
    expect(session.done).toEqual([]);
    after(0);
    expect([session.done, callback.mock.calls]).toEqual([['close', ['destroy', error, 2]], [[]]]);
  });

  it('passes on the stream, its headers, and those as they arrived', () => {
    const { request, handled } = connected();
    const stream = request();
    expect(handled).toEqual([[stream, { ':path': '/' }, [':path', '/']]]);
  });

  it('has the socket of a stream as a listener until that is closed', () => {
    const { socket, request } = connected();
    const stream = request();
    const aborted = jest.spyOn(socketBehind(stream), 'abort').mockReturnValue();
    connectionOf(socket).abort('first');
    stream.end();
    connectionOf(socket).abort('second');
    expect(aborted.mock.calls).toEqual([['first']]);
  });

  it('does not cut off a stream that was closed while its client made no progress', () => {
    const { request, after } = connected();
    const stream = request();
    socketBehind(stream).setTimeout(500);
    stream.end();
    after(1_000);
    expect(socketBehind(stream).isCut).toBe(false);
  });

  it('is not affected by errors of its streams', () => {
    const { request } = connected({ streamResets: 0 });
    const stream = request();
    stream.end(8);
    for (const failing of [stream, request()]) {
      expect(() => failing.emit('error', new Error('x'))).not.toThrow();
    }
  });
});

describe('streams that are reset', () => {
  const CUT = [
    ['goaway', constants.NGHTTP2_ENHANCE_YOUR_CALM],
    ['destroy', undefined, undefined],
  ];

  it('end the connection once they are more than streamResets', () => {
    const { session, request, after } = connected({ streamResets: 2 });
    for (let i = 0; i < 2; i++) request().end(8);
    after(1);
    expect(session.done).toEqual([]);
    const left = [request(), request()];
    for (const stream of left) stream.end(8);
    after(1);
    expect(session.done).toEqual(CUT);
  });

  it('are those with a code, and those that were aborted', () => {
    const { session, request, after } = connected({ streamResets: 0 });
    request().end();
    after(1);
    expect(session.done).toEqual([]);
    const aborted = request();
    aborted.aborted = true;
    aborted.end();
    after(1);
    expect(session.done).toEqual(CUT);
  });

  it('are not counted if the server has reset them', () => {
    const { session, request, after } = connected({ streamResets: 0 });
    const stream = request();
    socketBehind(stream).destroy();
    stream.end(2);
    after(1);
    expect(session.done).toEqual([]);
  });

  it('end the connection, after which no request is handled: neither a new one nor one that waits', () => {
    const { request, handled, after } = connected({ streamResets: 0 });
    const first = request(true);
    request(true);
    first.end(8);
    request(true);
    after(1);
    expect(handled.map(([stream]) => stream)).toEqual([first]);
  });
});
