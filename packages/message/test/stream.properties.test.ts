import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { StreamInterface } from '@mortise/http-message';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { MessageError } from '../src/index.js';
import { factories } from '../src/node/index.js';
import { bodyOf } from './source.js';
import { streamContent, streamOperation } from './stream-operations.js';
import { temporaryFolder } from '../../../tooling/testing/temporary-folder.js';

const file = join(temporaryFolder(), 'file');
describe('streams', () => {
  it('in memory agree with bytes and a position (P8)', async () => {
    await fc.assert(
      fc.asyncProperty(
        streamContent,
        fc.array(streamOperation, { maxLength: 15 }),
        async (content, operations) => {
          const bytes = bytesOf(content);
          await agree(factories.createStream(content), new Model(bytes, true), operations);
        },
      ),
      { numRuns: numRuns(200) },
    );
  });

  it('over files agree with bytes and a position (P8)', async () => {
    await fc.assert(
      fc.asyncProperty(
        streamContent,
        fc.array(streamOperation, { maxLength: 15 }),
        async (content, operations) => {
          writeFileSync(file, bytesOf(content));
          const stream = factories.createStreamFromFile(file);
          await agree(stream, new Model(bytesOf(content), false), operations);
          stream.close();
        },
      ),
      { numRuns: numRuns(200) },
    );
  });

  it('read the same however their source is split, and however they are read (P8)', async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 5 }), { maxLength: 8 });
    const lengths = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(chunks, lengths, async (source, reads) => {
        const stream = factories.createStreamFromResource(bodyOf(source).body);
        const parts: Uint8Array[] = [];
        for (const length of reads) parts.push(await stream.read(length));
        const read = Buffer.concat(parts).length;
        expect(stream.tell()).toBe(read);
        parts.push(await stream.getContents());
        expect(Buffer.concat(parts).equals(Buffer.concat(source))).toBe(true);
        expect([stream.eof(), await stream.read(1)]).toEqual([true, new Uint8Array()]);
      }),
      { numRuns: numRuns(200) },
    );
  });
});

/** Runs the same calls on both and compares the answers; an error is its code. */
async function agree(
  stream: StreamInterface,
  model: Model,
  operations: readonly (readonly unknown[])[],
): Promise<void> {
  for (const [name, ...args] of operations) {
    const ours = await answerOf(stream, name as string, args);
    const theirs = await answerOf(model, name as string, args);
    if (name === 'detach' && !model.writable && theirs !== null) expect(ours).not.toBeNull();
    else if (name !== 'inMemory' || model.writable) expect(ours).toEqual(theirs);
  }
}

async function answerOf(target: object, name: string, args: readonly unknown[]): Promise<unknown> {
  try {
    const method = (target as Record<string, (...all: unknown[]) => unknown>)[name];
    const answer = (await method?.call(target, ...args)) ?? null;
    if (name === 'inMemory' && answer !== null) return bytesOf(answer as string);
    return answer instanceof Uint8Array ? Uint8Array.from(answer) : answer;
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
    return (error as MessageError).code;
  }
}

function bytesOf(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);
}

class Refusal extends MessageError {}

/** A stream as plainly as can be. */
class Model {
  readonly writable: boolean;
  private bytes: Uint8Array | null;
  private position = 0;

  constructor(bytes: Uint8Array, writable: boolean) {
    this.bytes = bytes;
    this.writable = writable;
  }

  tell(): number {
    this.open();
    return this.position;
  }

  eof(): boolean {
    return this.position >= (this.bytes?.length ?? 0);
  }

  getSize(): number | null {
    return this.bytes?.length ?? null;
  }

  seek(offset: number, whence: number): void {
    const base = [0, this.position, this.open().length][whence];
    const target = base === undefined ? -1 : base + offset;
    if (target < 0 || target > this.open().length) throw new Refusal('STREAM_OFFSET_INVALID', '');
    this.position = target;
  }

  rewind(): void {
    this.seek(0, 0);
  }

  write(data: Uint8Array | string): number {
    const bytes = Array.from(this.open());
    if (!this.writable) throw new Refusal('STREAM_NOT_WRITABLE', '');
    const written = bytesOf(data);
    bytes.splice(this.position, written.length, ...written);
    this.bytes = Uint8Array.from(bytes);
    this.position += written.length;
    return written.length;
  }

  read(length: number): Uint8Array {
    this.open();
    if (length < 0) throw new Refusal('STREAM_LENGTH_INVALID', '');
    const read = this.open().slice(this.position, this.position + length);
    this.position += read.length;
    return read;
  }

  getContents(): Uint8Array {
    return this.read(this.open().length);
  }

  text(): string {
    this.rewind();
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.getContents());
  }

  inMemory(): Uint8Array | null {
    return this.bytes?.slice(this.position) ?? null;
  }

  close(): void {
    this.bytes = null;
  }

  detach(): Uint8Array | null {
    const rest = this.inMemory();
    this.close();
    return rest;
  }

  private open(): Uint8Array {
    if (this.bytes === null) throw new Refusal('STREAM_DETACHED', '');
    return this.bytes;
  }
}
