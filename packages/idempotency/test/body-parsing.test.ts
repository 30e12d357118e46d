/** The place of `idempotency` relative to body parsing: both orders work, except that a form with files is read once. */
import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { bodyParsing, createApp, json } from 'mortise';
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

  it('compares and passes a form with files outside of body parsing', async () => {
    const other = { ...multipart, body: Uint8Array.from([...multipart.body, 10]) };
    expect(await seen('outside', multipart, other)).toEqual({
      statuses: [200, 200, 422],
      read: [{ title: 'Emma' }],
    });
  });

  it('fails with 500 for a form with files inside of body parsing, before the handler runs', async () => {
    expect(await seen('inside', multipart, multipart)).toEqual({
      statuses: [500, 500, 500],
      read: [],
    });
  });
});
