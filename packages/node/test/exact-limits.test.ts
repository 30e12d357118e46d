import { describe, expect, it } from '@jest/globals';
import { rawExchangeOf } from '../src/request/raw-exchange.js';
import type { ServerLimits } from '../src/index.js';
import {
  END_STREAM,
  FrameWire,
  GOAWAY,
  HEADERS,
  request,
  RST_STREAM,
  setting,
} from './http2-wire.js';
import { answer } from './serving.js';
import { get, readResponses, Wire } from './wire.js';

import {
  bodyAfter,
  bodyWithin,
  CHECK,
  dial,
  handlesFor,
  hears,
  passes,
  post,
  readWhole,
  served,
  statusOf,
  type Takes,
  until,
} from './limit-probes.js';

/** A limit, what it takes, and what is one too much. */
interface Exact {
  readonly limit: number;
  /** What is taken; the limit unless it is said. */
  readonly at?: number;
  /** What is refused; one above the limit unless it is said. */
  readonly above?: number;
  readonly takes: (limit: number) => Takes;
}

const number = (value: number) => Buffer.from(setting(0, value).subarray(2));

const exact: Record<keyof ServerLimits, Exact> = {
  headerCount: {
    limit: 3,
    takes: (headerCount) => async (fields) => {
      const { port } = await served({ headerCount });
      const more = Array.from({ length: fields - 1 }, (_, at) => `X-${at}: y`);
      return (await statusOf(port, get('/', ...more))) === 200;
    },
  },
  headerBytes: {
    limit: 100,
    takes: (headerBytes) => async (bytes) => {
      const { port } = await served({ headerBytes });
      const value = 'y'.repeat(bytes - '/HostaX'.length);
      return (await statusOf(port, get('/', `X: ${value}`))) === 200;
    },
  },
  targetLength: {
    limit: 10,
    takes: (targetLength) => async (characters) => {
      const { port } = await served({ targetLength });
      return (await statusOf(port, get(`/${'x'.repeat(characters - 1)}`))) === 200;
    },
  },
  bodyInMemory: {
    limit: 10,
    takes: (bodyInMemory) => async (bytes) => {
      const { port } = await served({ bodyInMemory }, readWhole);
      const body = 'x'.repeat(bytes);
      const head = post('').replace('Content-Length: 0', 'Transfer-Encoding: chunked');
      const chunked = `${head}${bytes.toString(16)}\r\n${body}\r\n`;
      // In two packets, with its length, and in one packet.
      const wire = dial(new Wire(port)).send(chunked);
      await hears(wire, () => wire.heard !== '');
      if (wire.heard === '') wire.send('0\r\n\r\n');
      await until(() => wire.heard.includes('\r\n\r\n'));
      const statuses = [
        await statusOf(port, post(body)),
        await statusOf(port, `${chunked}0\r\n\r\n`),
        readResponses(wire.heard, wire.closed)[0]?.status,
      ];
      expect(new Set(statuses).size).toBe(1);
      return statuses[0] === 200;
    },
  },
  headersTimeout: {
    limit: 100,
    above: 100 + CHECK,
    takes: (headersTimeout) => async (ms) => {
      const { port } = await served({ headersTimeout });
      const wire = dial(new FrameWire(port));
      await until(() => wire.frames.length > 1);
      await passes(ms);
      return !(await hears(wire, () => wire.frames.some(({ type }) => type === GOAWAY)));
    },
  },
  requestTimeout: {
    limit: 100,
    above: 100 + CHECK,
    takes: (requestTimeout) => async (ms) => {
      let reading = false;
      const limits = { requestTimeout, headersTimeout: requestTimeout };
      const { port } = await served(limits, (asked) => {
        reading = true;
        return readWhole(asked);
      });
      const wire = dial(new FrameWire(port)).headers(1, 0, ...request('POST'));
      await until(() => reading);
      await passes(ms);
      return !(await hears(wire, () => wire.frames.some(({ type }) => type === HEADERS)));
    },
  },
  bodyTimeout: {
    limit: 100,
    above: 100 + CHECK,
    takes: (bodyTimeout) => bodyWithin({ bodyTimeout }),
  },
  bodyIdleTimeout: {
    limit: 100,
    above: 100 + CHECK,
    takes: (bodyIdleTimeout) => bodyWithin({ bodyIdleTimeout }),
  },
  bodyMinRate: {
    limit: 10,
    above: 9, // the limit is the least
    takes: (bodyMinRate) => (bytes) =>
      bodyAfter({ bodyMinRate, bodyMinRateAfter: 0 }, bytes, 1_000),
  },
  bodyMinRateAfter: {
    limit: 100,
    takes: (bodyMinRateAfter) => (ms) =>
      bodyAfter({ bodyMinRate: 1_000_000, bodyMinRateAfter }, 1, ms),
  },
  handlerTimeout: {
    limit: 100,
    above: 100 + CHECK,
    takes: (handlerTimeout) => handlesFor({ handlerTimeout }),
  },
  writeTimeout: {
    // Of HTTP/2, for which the time is not Node's own: what has arrived at the limit is read first.
    limit: 100,
    takes: (writeTimeout) => async (ms) => {
      const { port } = await served({ writeTimeout }, () => answer('x'.repeat(1_000_000)));
      const wire = dial(new FrameWire(port, setting(4, 0)));
      wire.headers(1, END_STREAM, ...request());
      await until(() => wire.frames.some(({ type }) => type === HEADERS));
      await passes(ms);
      return !(await hears(wire, () => wire.frames.some(({ type }) => type === RST_STREAM)));
    },
  },
  keepAliveTimeout: {
    limit: 100,
    above: 100 + CHECK,
    takes: (keepAliveTimeout) => async (ms) => {
      const { port } = await served({ keepAliveTimeout });
      const wire = dial(new Wire(port)).send(get());
      await until(() => wire.heard.endsWith('x'));
      await passes(ms);
      return !(await hears(wire, () => wire.closed));
    },
  },
  requestsPerSocket: {
    limit: 2,
    takes: (requestsPerSocket) => async (requests) => {
      const { port } = await served({ requestsPerSocket });
      const wire = dial(new Wire(port)).send(get().repeat(requests));
      await hears(wire, () => wire.heard.split('HTTP/1.1').length > requests);
      return readResponses(wire.heard, wire.closed).length === requests;
    },
  },
  pipelinedRequests: {
    limit: 2,
    takes: (pipelinedRequests) => async (requests) => {
      let handled = 0;
      const { port } = await served({ pipelinedRequests }, () => {
        handled++;
        return new Promise<never>(() => undefined);
      });
      const wire = dial(new Wire(port)).send(get().repeat(requests));
      return hears(wire, () => handled === requests);
    },
  },
  unsentBytes: {
    limit: 500,
    takes: (unsentBytes) => async (bytes) => {
      let handled = 0;
      const { port } = await served({ unsentBytes }, (asked) => {
        const outgoing = rawExchangeOf(asked)?.outgoing;
        // The second response waits for the first one.
        if (++handled === 2 && outgoing !== undefined) {
          outgoing.writeHead(200, ['Content-Length', '1000']).write('y');
          outgoing.write('y'.repeat(bytes - outgoing.writableLength));
        }
        return new Promise<never>(() => undefined);
      });
      const wire = dial(new Wire(port)).send(get().repeat(2));
      await until(() => handled === 2);
      wire.send(get());
      return hears(wire, () => handled === 3);
    },
  },
  streamsPerConnection: {
    limit: 2,
    takes: (streamsPerConnection) => async (streams) => {
      const { port } = await served({ streamsPerConnection }, () => new Promise(() => undefined));
      const wire = dial(new FrameWire(port));
      for (let at = 0; at < streams; at++) wire.headers(2 * at + 1, END_STREAM, ...request());
      return !(await hears(wire, () => wire.frames.some(({ type }) => type === RST_STREAM)));
    },
  },
  streamResets: {
    limit: 2,
    takes: (streamResets) => async (resets) => {
      const { port } = await served({ streamResets }, () => new Promise(() => undefined));
      const wire = dial(new FrameWire(port));
      for (let at = 0; at < resets; at++) {
        wire.headers(2 * at + 1, END_STREAM, ...request());
        wire.frame(RST_STREAM, 0, 2 * at + 1, number(8));
      }
      return !(await hears(wire, () => wire.frames.some(({ type }) => type === GOAWAY)));
    },
  },
  streamErrors: {
    limit: 2,
    takes: (streamErrors) => async (errors) => {
      const { port } = await served({ streamErrors });
      const wire = dial(new FrameWire(port));
      for (let at = 0; at < errors; at++) {
        wire.headers(2 * at + 1, END_STREAM, ...request(), ['X-A', 'b']);
      }
      return !(await hears(wire, () => wire.closed));
    },
  },
  connections: {
    limit: 2,
    takes: (connections) => async (clients) => {
      const { port } = await served({ connections });
      const all = Array.from({ length: clients }, () => dial(new Wire(port)).send(get()));
      await until(() => all.every((wire) => wire.closed || wire.heard.endsWith('x')));
      return all.every(({ closed }) => !closed);
    },
  },
  checkInterval: {
    limit: CHECK,
    at: 100 + CHECK - 1,
    above: 100 + CHECK,
    takes: (checkInterval) => handlesFor({ checkInterval, handlerTimeout: 100 }),
  },
};

describe('a server accepts exactly as much as its limits allow', () => {
  it.each(Object.entries(exact))(
    '%s',
    async (_, { limit, takes, at = limit, above = limit + 1 }) => {
      expect(await takes(limit)(at)).toBe(true);
      expect(await takes(limit)(above)).toBe(false);
    },
  );
});
