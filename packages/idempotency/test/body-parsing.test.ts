/** The place of `idempotency` relative to body parsing: both orders work, even for a form with files, which is read once. */
import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import {
  bodyParsing,
  createApp,
  json,
  type MiddlewareInterface,
  parseBody,
  uploadedFile,
} from 'mortise';
import { inProcess, type TestRequest } from 'mortise/testing';
import { idempotency } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const headers = { 'Idempotency-Key': '"k"' };
const form = new FormData();
form.set('title', 'Emma');
form.set('cover', new Blob(['bytes']), 'cover.txt');
const encoded = new Response(form);
const multipart = {
  headers: { ...headers, 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
  body: new Uint8Array(await encoded.arrayBuffer()),
};
const boundary = /boundary=(.*)/.exec(multipart.headers['Content-Type'])?.[1] ?? '';

describe.each(implementations)('idempotency with %s', (_, factories) => {
  /** What the handler reads of two equal requests and one other, and the last status. */
  async function seen(place: 'inside' | 'outside', request: TestRequest, other: TestRequest) {
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    const read: unknown[] = [];
    const route = app.post('/', (sent, response) => {
      read.push(sent.getParsedBody());
      return json(response, {});
    });
    const layer = idempotency({ store: memoryStore(), factories, scope: () => 'ada' });
    const parsing = bodyParsing({ factories });
    if (place === 'outside') route.add(parsing).add(layer);
    else route.add(layer).add(parsing);
    const client = inProcess(app);
    const statuses: number[] = [];
    for (const sent of [request, request, other]) {
      statuses.push((await client.post('/', sent)).getStatusCode());
    }
    return { statuses, read };
  }

  it.each(['inside', 'outside'] as const)(
    'compares and passes a parsed body %s of body parsing',
    async (place) => {
      const [request, other] = [7, 8].map((amount) => ({ headers, json: { amount } }));
      expect(await seen(place, request ?? {}, other ?? {})).toEqual({
        statuses: [200, 200, 422],
        read: [{ amount: 7 }],
      });
    },
  );

  it('compares and passes a form with files outside body parsing', async () => {
    const other = { ...multipart, body: Uint8Array.from([...multipart.body, 10]) };
    expect(await seen('outside', multipart, other)).toEqual({
      statuses: [200, 200, 422],
      read: [{ title: 'Emma' }],
    });
  });

  it.each<[string, Uint8Array, number]>([
    ['the same bytes', multipart.body, 200],
    ['the same form with another boundary', reencoded(), 200],
    ['another field', changed('Emma', 'Anna'), 422],
    ['other bytes of the file', changed('bytes', 'other'), 422],
    ['another name of the file', changed('cover.txt', 'cover.png'), 422],
    ['another field of the file', changed('"cover"', '"other"'), 422],
    ['another type of the file', changed('octet-stream', 'octet-strean'), 422],
  ])(
    'compares and passes a form with files inside body parsing: %s',
    async (_name, body, status) => {
      const other = { ...multipart, headers: { ...headers, 'Content-Type': typeOf(body) }, body };
      const { statuses, read } = await seen('inside', multipart, other);
      expect(statuses).toEqual([200, 200, status]);
      expect(read).toEqual([{ title: 'Emma' }]);
    },
  );
});

describe.each(implementations)(
  'a form with files that a layer outside has parsed, with %s',
  (_, factories) => {
    /** What the handler reads of a form, and the status of the response. */
    async function read(outside: MiddlewareInterface, options: object = {}) {
      const app = createApp({
        factories,
        body: {},
        logger: { error: () => undefined, info: () => undefined },
      });
      const seen: unknown[] = [];
      app.post('/', async (request, response) => {
        const file = uploadedFile(request, 'cover');
        seen.push(request.getParsedBody(), await file?.getStream().text());
        return json(response, {});
      });
      app.add(idempotency({ store: memoryStore(), scope: () => 'ada', ...options })).add(outside);
      const status = (await inProcess(app).post('/', multipart)).getStatusCode();
      return { status, seen };
    }

    const parsing: MiddlewareInterface = {
      process: async (request, handler) => handler.handle(await parseBody(request)),
    };

    it('reaches the handler with its file, from the start', async () => {
      expect(await read(parsing)).toEqual({ status: 200, seen: [{ title: 'Emma' }, 'bytes'] });
    });

    it('reaches it if the layer passes on the copy of before', async () => {
      const outside: MiddlewareInterface = {
        async process(request, handler) {
          await parseBody(request);
          return handler.handle(request);
        },
      };
      expect(await read(outside)).toEqual({ status: 200, seen: [{ title: 'Emma' }, 'bytes'] });
    });

    it('reaches it with the data that the layer has replaced, whatever it is', async () => {
      const data = { count: 1n };
      const outside: MiddlewareInterface = {
        process: async (request, handler) =>
          handler.handle((await parseBody(request)).withParsedBody(data)),
      };
      expect(await read(outside)).toEqual({ status: 200, seen: [data, 'bytes'] });
    });

    it('is refused above maxRequestBytes, counted as it was sent', async () => {
      const { length } = multipart.body;
      expect((await read(parsing, { maxRequestBytes: length })).status).toBe(200);
      expect((await read(parsing, { maxRequestBytes: length - 1 })).status).toBe(413);
    });
  },
);

describe.each(implementations)(
  'a body that a layer outside has parsed, with %s',
  (_, factories) => {
    it('is read again if the layer passes on the copy of before', async () => {
      const app = createApp({ factories, body: {} });
      app.post('/', (request, response) => json(response, request.getParsedBody()));
      app.add(idempotency({ store: memoryStore(), scope: () => 'ada' }));
      app.add(async (request, handler) => {
        await parseBody(request);
        return handler.handle(request);
      });
      const response = await inProcess(app).post('/', { headers, json: { amount: 7 } });
      expect(await response.getBody().text()).toBe('{"amount":7}');
    });
  },
);

function changed(from: string, to: string): Uint8Array {
  const text = new TextDecoder().decode(multipart.body);
  const first = text.replace(from, to);
  if (first === text) throw new Error(`the form has no ${from}`);
  return new TextEncoder().encode(first);
}

function reencoded(): Uint8Array {
  const text = new TextDecoder().decode(multipart.body);
  return new TextEncoder().encode(text.replaceAll(boundary, `${boundary}2`));
}

function typeOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body);
  return `multipart/form-data; boundary=${text.slice(2, text.indexOf('\r\n'))}`;
}
