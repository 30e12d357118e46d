import { describe, expect, it } from '@jest/globals';
import { appendText } from '@mortise/base/message';
import { MemoryStream } from './memory-stream.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('MemoryStream', () => {
  it('keeps text that is only appended to as text', () => {
    const stream = new MemoryStream('');
    expect(stream.write('hé')).toBe(3);
    expect(stream.write('llo')).toBe(3);
    expect([stream.inMemory(), stream.tell(), stream.getSize()]).toEqual(['', 6, 6]);
    stream.rewind();
    expect(stream.inMemory()).toBe('héllo');
  });

  it('returns its original text without counting its bytes', () => {
    expect(new MemoryStream('text').inMemory()).toBe('text');
  });

  it('returns bytes from the middle of a text', () => {
    const stream = new MemoryStream('héllo');
    stream.seek(1);
    expect(stream.inMemory()).toEqual(bytes(0xc3, 0xa9, 0x6c, 0x6c, 0x6f));
  });

  it('writes halves of a surrogate pair as two replacement characters', async () => {
    const stream = new MemoryStream('');
    expect(stream.write('\ud83d') + stream.write('\ude00')).toBe(6);
    expect(stream.getSize()).toBe(6);
    expect(await stream.text()).toBe('\ufffd\ufffd');
  });

  it('reads an unpaired surrogate as U+FFFD, and leaves a byte order mark', async () => {
    expect(await new MemoryStream('\ufeffa\ud800').text()).toBe('\ufeffa\ufffd');
    expect(await new MemoryStream(bytes(0xef, 0xbb, 0xbf, 0x61, 0xff)).text()).toBe(
      '\ufeffa\ufffd',
    );
  });

  it.each<[string, (stream: MemoryStream) => unknown]>([
    ['tell', (stream) => stream.tell()],
    ['eof', (stream) => stream.eof()],
    ['getSize', (stream) => stream.getSize()],
    ['inMemory', (stream) => stream.inMemory()],
    ['getContents', (stream) => stream.getContents()],
    ['text', (stream) => stream.text()],
    ['detach', (stream) => stream.detach()],
    [
      'seek',
      after((stream) => {
        stream.seek(-1, 1);
      }),
    ],
    [
      'rewind',
      after((stream) => {
        stream.rewind();
      }),
    ],
    ['write', after((stream) => stream.write('é!'))],
    ['write of bytes', after((stream) => stream.write(bytes(0x21)))],
    [
      'appendText',
      after((stream) => {
        appendText(stream, 'é!');
      }),
    ],
  ])('is the same after appendText as after write, for %s', async (_, look) => {
    for (const before of ['', 'b']) {
      const [written, given] = [new MemoryStream(before), new MemoryStream(before)];
      written.write('añc');
      appendText(given, 'añc');
      expect(await settled(look(given))).toEqual(await settled(look(written)));
    }
  });

  it('refuses text when it is closed', () => {
    const stream = new MemoryStream('');
    stream.close();
    expect(() => {
      appendText(stream, 'a');
    }).toThrow(expect.objectContaining({ code: 'STREAM_DETACHED' }));
  });

  it('counts long texts of every width', () => {
    const text = 'aé€😀'.repeat(10_000);
    expect(new MemoryStream(text).getSize()).toBe(100_000);
  });

  it.each([
    ['\ud7ff', '\ude00', '\ud7ff\ufffd'],
    ['\ud800', '\udc00', '\ufffd\ufffd'],
    ['\udbff', '\udfff', '\ufffd\ufffd'],
    ['\udc00', 'a', '\ufffda'],
  ])('counts %j and then %j as the bytes of two texts', async (first, second, text) => {
    const stream = new MemoryStream(first);
    stream.seek(0, 2);
    stream.write(second);
    expect([stream.getSize(), await stream.text()]).toEqual([Buffer.byteLength(text), text]);
  });

  it('does not change the bytes that it was created from', () => {
    const given = bytes(1, 2, 3);
    const stream = new MemoryStream(given);
    stream.write(bytes(9));
    expect(given).toEqual(bytes(1, 2, 3));
    stream.rewind();
    expect(stream.inMemory()).toEqual(bytes(9, 2, 3));
  });

  it('does not change bytes that it returned', async () => {
    const stream = new MemoryStream(bytes(1, 2, 3));
    stream.write(bytes(4));
    stream.rewind();
    const shown = stream.inMemory();
    const read = await stream.read(2);
    stream.rewind();
    stream.write(bytes(7, 8));
    expect([shown, read]).toEqual([bytes(4, 2, 3), bytes(4, 2)]);
  });

  it('also copies what is read from a Node buffer', async () => {
    const stream = new MemoryStream(Buffer.from([1, 2]));
    (await stream.read(2))[0] = 9;
    stream.rewind();
    expect(await stream.getContents()).toEqual(bytes(1, 2));
  });

  it('copies bytes that are written', async () => {
    const given = bytes(1);
    const stream = new MemoryStream('');
    stream.write(given);
    given[0] = 2;
    stream.rewind();
    expect(await stream.read(1)).toEqual(bytes(1));
  });

  it('frees its content when it is closed, and hands it over when it is detached', () => {
    const stream = new MemoryStream('abc');
    stream.seek(1);
    expect(stream.detach()).toEqual(bytes(0x62, 0x63));
    expect([stream.detach(), stream.inMemory(), stream.getSize()]).toEqual([null, null, null]);
  });

  it('stays open after a loop was left', async () => {
    const stream = new MemoryStream('abc');
    for await (const chunk of stream) {
      expect(chunk).toHaveLength(3);
      break;
    }
    expect([stream.isReadable(), stream.tell()]).toEqual([true, 3]);
  });

  it('rejects instead of throwing', async () => {
    const stream = new MemoryStream('abc');
    await expect(stream.read(-1)).rejects.toMatchObject({ code: 'STREAM_LENGTH_INVALID' });
    stream.close();
    await expect(stream.read(1)).rejects.toMatchObject({ code: 'STREAM_DETACHED' });
    await expect(stream.getContents()).rejects.toMatchObject({ code: 'STREAM_DETACHED' });
    await expect(stream.text()).rejects.toMatchObject({ code: 'STREAM_DETACHED' });
  });

  it('appends in time proportional to what is appended', () => {
    const stream = new MemoryStream(bytes(0));
    stream.seek(0, 2);
    for (let index = 0; index < 20_000; index++) stream.write(bytes(index & 0xff));
    expect(stream.getSize()).toBe(20_001);
  });
});

/** What a stream shows once something was done to it. */
function after(act: (stream: MemoryStream) => unknown): (stream: MemoryStream) => unknown {
  return (stream) => [act(stream), stream.inMemory(), stream.tell(), stream.text()];
}

/** A value, or those of a list, when they are there. */
function settled(value: unknown): Promise<unknown> {
  return Array.isArray(value) ? Promise.all(value as unknown[]) : Promise.resolve(value);
}
