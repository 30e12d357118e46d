import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, StreamInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message';
import { factories as plain } from '@mortise/message-plain';
import { upgradeOf, upgradeTo } from '../upgrade/index.js';
import { bytesInContext, inContext, lentSource } from './index.js';

const storage = new AsyncLocalStorage<string>();
const run = <Result>(call: () => Result): Result => storage.run('inside', call);

describe.each<[string, HttpFactoriesInterface]>([
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
])('inContext with %s', (_, factories) => {
  const bodyOf = (resource: AsyncIterable<Uint8Array> | Readable): StreamInterface => {
    const body = factories.createStreamFromResource(resource);
    return inContext(factories.createResponse().withBody(body), run).getBody();
  };
  /** Each part is the context in which it was made. */
  async function* parts(): AsyncGenerator<Uint8Array> {
    const note = () => Buffer.from(`${storage.getStore()};`);
    try {
      yield note();
      await new Promise(setImmediate);
      yield note();
    } finally {
      left.push(storage.getStore());
    }
  }
  const collected = async (body: StreamInterface): Promise<Uint8Array[]> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return chunks;
  };
  let left: (string | undefined)[] = [];

  it.each<[string, (body: StreamInterface) => Promise<unknown>]>([
    ['iteration', async (body) => Buffer.concat(await collected(body))],
    ['text()', (body) => body.text()],
    ['getContents()', (body) => body.getContents()],
  ])('runs a generator in the context, read by %s', async (__, read) => {
    left = [];
    expect(String(Buffer.from((await read(bodyOf(parts()))) as string))).toBe('inside;inside;');
    expect(left).toEqual(['inside']);
  });

  it('runs it in the context, read piece by piece', async () => {
    expect(Buffer.from(await bodyOf(parts()).read(7)).toString()).toBe('inside;');
  });

  it('ends it in the context when its reader leaves early', async () => {
    left = [];
    for await (const part of bodyOf(parts())) {
      expect(part).toBeDefined();
      break;
    }
    expect(left).toEqual(['inside']);
  });

  it('gives the bytes of a body, which is opened at the first read and closed when its reader leaves', async () => {
    left = [];
    const body = factories.createStreamFromResource(parts());
    const bytes = bytesInContext(body, run, String as never);
    expect(body.tell()).toBe(0);
    for await (const part of bytes) {
      expect(String(part)).toBe('inside;');
      break;
    }
    expect(left).toEqual(['inside']);
    const unread = bytesInContext(body, run, String as never);
    expect(await unread.return?.()).toEqual({ done: true, value: undefined });
  });

  it('replaces the failure of a body, but not the error with which its reader is destroyed', async () => {
    const failures: unknown[] = [];
    const failed = (cause: unknown): Error => {
      failures.push(cause);
      return new Error('cannot read', { cause });
    };
    const disk = new Error('disk');
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield* parts();
      throw disk;
    }
    const readableOf = (source: AsyncIterable<Uint8Array>): Readable =>
      Readable.from(bytesInContext(factories.createStreamFromResource(source), run, failed));
    await expect(readableOf(failing()).toArray()).rejects.toMatchObject({ cause: disk });
    expect(failures).toEqual([disk]);
    left = [];
    const stopped = new Error('enough');
    const reader = readableOf(failing());
    await expect(
      (async () => {
        for await (const part of reader) reader.destroy(part && stopped);
      })(),
    ).rejects.toBe(stopped);
    await new Promise(setImmediate);
    expect([failures, left]).toEqual([[disk], ['inside']]);
  });

  it('keeps the size and the source of a body, and what closing it does', () => {
    const source = Readable.from([]);
    const other = Readable.from([]);
    const body = bodyOf(source);
    expect([body.getSize(), body.isReadable(), lentSource(body) === source]).toEqual([
      null,
      true,
      lentSource(factories.createStreamFromResource(other)) === other,
    ]);
    body.close();
    expect(body.isReadable()).toBe(false);
  });

  it('leaves a response in memory, and one without a readable body, unchanged', () => {
    const response = factories.createResponse().withBody(factories.createStream('text'));
    expect(inContext(response, run)).toBe(response);
    const closed = factories.createStreamFromResource(Readable.from([]));
    closed.close();
    const ended = response.withBody(closed);
    expect(inContext(ended, run)).toBe(ended);
  });

  it('takes over a connection in the context', async () => {
    const seen: unknown[] = [];
    const response = upgradeTo(factories.createResponse(), 'websocket', (connection) => {
      seen.push(connection, storage.getStore());
    });
    const connection = {} as never;
    const upgrade = upgradeOf(inContext(response, run));
    await upgrade?.take(connection);
    expect([upgrade?.protocol, ...seen]).toEqual(['websocket', connection, 'inside']);
  });
});
