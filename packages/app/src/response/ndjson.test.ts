import { describe, expect, it } from '@jest/globals';
import type { StreamInterface } from '@mortise/http-message';
import { FACTORIES } from '@mortise/base/keys';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { ndjson } from '../index.js';

async function chunksOf(body: StreamInterface): Promise<string[]> {
  const chunks: string[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk).toString());
  return chunks;
}

describe.each(implementations)('ndjson with %s', (_, factories) => {
  const start = () => {
    const request = factories.createServerRequest('GET', 'http://a.example/');
    const lifetime = request.getLifetime();
    lifetime.setValue(FACTORIES, factories);
    const send = (rows: Iterable<unknown> | AsyncIterable<unknown>) =>
      ndjson(request, factories.createResponse(), rows);
    return { request, lifetime, send };
  };

  it('writes one line for each row, whatever it contains, and sends them together', async () => {
    const response = start().send([{ a: 'x\ny\u2028' }, null, 'é', [1]]);
    expect(response.getHeaders()).toEqual({ 'Content-Type': ['application/x-ndjson'] });
    expect(await chunksOf(response.getBody())).toEqual(['{"a":"x\\ny\u2028"}\nnull\n"é"\n[1]\n']);
  });

  it('keeps the type of the response, and drops a length', () => {
    const { request } = start();
    const response = factories
      .createResponse()
      .withHeader('Content-Type', 'application/jsonl')
      .withHeader('Content-Length', '7');
    expect(ndjson(request, response, []).getHeaders()).toEqual({
      'Content-Type': ['application/jsonl'],
    });
  });

  it('has an empty body without rows', async () => {
    expect(await chunksOf(start().send([]).getBody())).toEqual([]);
  });

  it('sends a row without waiting for a later one', async () => {
    let more = (): void => undefined;
    async function* rows() {
      yield 1;
      yield 2;
      await new Promise<void>((resolve) => (more = resolve));
      yield 3;
    }
    const chunks = start().send(rows()).getBody()[Symbol.asyncIterator]();
    const first = await chunks.next();
    expect(Buffer.from(first.value as Uint8Array).toString()).toBe('1\n2\n');
    more();
    const second = await chunks.next();
    expect(Buffer.from(second.value as Uint8Array).toString()).toBe('3\n');
    expect((await chunks.next()).done).toBe(true);
  });

  it('requests no row before it is read, and at most 16 KiB at a time', async () => {
    let made = 0;
    function* rows() {
      for (;;) {
        made++;
        yield 'x'.repeat(97);
      }
    }
    const chunks = start().send(rows()).getBody()[Symbol.asyncIterator]();
    expect(made).toBe(0);
    expect((await chunks.next()).value as Uint8Array).toHaveLength(16_400);
    expect(made).toBe(164);
    await chunks.return?.();
  });

  it('sends the rows before an error of the source, and fails with that error', async () => {
    async function* rows() {
      yield 1;
      await Promise.resolve();
      throw new Error('the cursor was closed');
    }
    const chunks = start().send(rows()).getBody()[Symbol.asyncIterator]();
    expect(Buffer.from((await chunks.next()).value as Uint8Array).toString()).toBe('1\n');
    await expect(chunks.next()).rejects.toThrow('the cursor was closed');
  });

  it('fails at a row that JSON cannot represent, and ends the source', async () => {
    let hasEnded = false;
    function* rows() {
      try {
        yield 1;
        yield undefined;
      } finally {
        hasEnded = true;
      }
    }
    const chunks = start().send(rows()).getBody()[Symbol.asyncIterator]();
    expect(Buffer.from((await chunks.next()).value as Uint8Array).toString()).toBe('1\n');
    await expect(chunks.next()).rejects.toThrow('JSON cannot represent undefined');
    expect(hasEnded).toBe(true);
  });

  it('ends a source that waits, once, when the body or the request ends', async () => {
    const { send, lifetime } = start();
    let ends = 0;
    const waiting = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => undefined),
        return: () => Promise.resolve({ done: true as const, value: ++ends }),
      }),
    };
    const body = send(waiting).getBody();
    void body.read(1).catch(() => undefined);
    body.close();
    await lifetime.end();
    expect(ends).toBe(1);
    const dropped = start();
    dropped.send(waiting);
    await dropped.lifetime.end();
    expect(ends).toBe(2);
  });

  it.each([['text'], [Promise.resolve([])], [() => []], [null]])('refuses %p as rows', (rows) => {
    expect(() => start().send(rows as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'ndjson.rows' }),
    );
  });
});
