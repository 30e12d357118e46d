/** The layers together, where a body takes time, is a part of a file, or a session is that of a group. */
import { gunzipSync } from 'node:zlib';
import { overFetch } from './adapters.js';
import { describeStates, type StateOf } from './states-of.js';
import { PAGE, wholeStack } from './whole-stack.js';
import { waitFor } from '../testing/wait-for.js';

const few = (adapter: string): number => (adapter === 'fetch' ? 1 : 3);

describeStates(
  'every end of a body',
  { prefix: ['', '/mounted'], end: ['whole', 'fails', 'left'], coding: ['identity', 'gzip'] },
  few,
  async ({ prefix, end, coding }, mode, adapter, factories) => {
    const { app, lines, spans, registry } = wholeStack(factories, mode);
    const ask = {
      ...{ method: 'GET', path: `${prefix}/streamed/${end}` },
      headers: { 'Accept-Encoding': coding },
      ...(end === 'left' && { leaves: true as const }),
    };
    const { status, headers, body, isCut } = await adapter(app, ask);
    await waitFor(() => lines.length > 0);
    const isCoded = coding === 'gzip';
    const text = String(isCoded && !isCut ? gunzipSync(body) : body);
    return {
      wanted: {
        ...{ status: 200, coding: isCoded ? 'gzip' : null, isCut: end !== 'whole' },
        text: isCoded && end !== 'whole' ? null : `${PAGE}true${end === 'whole' ? ' true' : ''}`,
        ...{ lines: 1, spans: 1, inFlight: 0 },
      },
      seen: {
        ...{ status, coding: headers['content-encoding'] ?? null, isCut },
        text: isCoded && isCut ? null : text,
        ...{ lines: lines.length, spans: spans.length, inFlight: await inFlightIn(registry) },
      },
    };
  },
);

async function inFlightIn(registry: { metrics(): Promise<string> }): Promise<number> {
  return Number(/^http_requests_in_flight (\d+)$/m.exec(await registry.metrics())?.[1]);
}

const FILE = {
  method: ['GET', 'HEAD'],
  range: [null, 'bytes=0-1999', 'bytes=9999-'],
  coding: ['identity', 'gzip'],
} as const;

function wantedOf({ method, range, coding }: StateOf<typeof FILE>) {
  // Only GET has parts, which are never compressed: they would be those of other bytes.
  if (method === 'GET' && range === 'bytes=0-1999') {
    return { status: 206, coding: null, range: 'bytes 0-1999/3000', size: 2_000 };
  }
  if (method === 'GET' && range !== null) {
    return { status: 416, coding: null, range: 'bytes */3000', size: null };
  }
  const size = method === 'HEAD' ? 0 : 3_000;
  return { status: 200, coding: coding === 'gzip' ? coding : null, range: null, size };
}

describeStates('every part of a file', FILE, few, async (state, mode, adapter, factories) => {
  const { method, range, coding } = state;
  const { app } = wholeStack(factories, mode);
  const { status, headers, body } = await adapter(app, {
    ...{ method, path: '/shelves/long.txt' },
    headers: { 'Accept-Encoding': coding, ...(range !== null && { Range: range }) },
  });
  const wanted = wantedOf(state);
  const isCoded = wanted.coding !== null && body.length > 0;
  return {
    wanted,
    seen: {
      ...{ status, coding: headers['content-encoding'] ?? null },
      range: headers['content-range'] ?? null,
      size: status === 416 ? null : (isCoded ? gunzipSync(body) : body).length,
    },
  };
});

describeStates(
  'every session of a group',
  {
    layer: ['of the application', 'of the group'],
    end: ['counted', 'fails'],
    isNew: [true, false],
  },
  few,
  async ({ layer, end, isNew }, mode, adapter, factories) => {
    const isOfGroup = layer === 'of the group';
    const { app, calls } = wholeStack(factories, mode, isOfGroup ? ['session', 'csrfTokens'] : []);
    const first = { method: 'GET', path: '/nested/counted', headers: {} };
    const cookie = isNew ? '' : (await overFetch(app, first)).headers['set-cookie']?.split(';')[0];
    calls.length = 0;
    const path = `/nested/${end}`;
    const headers = { Cookie: cookie ?? '' };
    const answer = await adapter(app, { method: 'GET', path, headers });
    const hasCookie = 'set-cookie' in answer.headers;
    return {
      wanted: {
        ...{ status: end === 'fails' ? 500 : 200, hasCookie: isNew },
        calls: [...(isNew ? [] : ['get']), 'compareAndSet'],
      },
      seen: { status: answer.status, hasCookie, calls },
    };
  },
);
