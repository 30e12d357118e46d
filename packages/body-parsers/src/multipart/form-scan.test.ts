import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { BOUNDARY, field, file, formBytes, type PartToWrite } from '../../test/form-bytes.js';
import { fileFieldName } from './file-field-name.js';
import { FormScan, type FormScanOptions } from './form-scan.js';
import { declaredParts } from './multipart-options.js';
import { PartHeaderBlock } from './part-header-block.js';
import { PartStream } from './part-stream.js';

const INFO = { name: 'a', filename: 'f', chosen: true, mediaType: 'x/y', charset: null };

/** What a listener is told by a scan of a whole form. */
async function scanned(written: readonly PartToWrite[], options: Partial<FormScanOptions> = {}) {
  const told: unknown[] = [];
  const bytes = formBytes(written);
  const scan = new FormScan(
    (async function* () {
      yield await Promise.resolve(bytes.subarray(0, 10));
      yield bytes.subarray(10);
    })(),
    {
      boundary: BOUNDARY,
      limits: declaredParts({}),
      total: null,
      truncate: false,
      onProgress: undefined,
      ...options,
    },
    {
      field: ({ name }, value) => told.push(['field', name, Buffer.from(value).toString()]),
      file: ({ name, chosen }) => told.push(['file', name, chosen]),
      fileBytes: (piece) => told.push(Buffer.from(piece).toString()),
      fileEnd: () => told.push('end'),
    },
  );
  while (scan.take(await scan.next()));
  return told;
}

describe('FormScan', () => {
  it('tells the fields as a whole, and of files the beginning, the bytes and the end', async () => {
    const told = await scanned([
      field('a', '1'),
      file('f', 'xy'),
      file('g', '', ''),
      field('b', ''),
    ]);
    expect(told).toEqual([
      ['field', 'a', '1'],
      ['file', 'f', true],
      'xy',
      'end',
      ['file', 'g', false],
      'end',
      ['field', 'b', ''],
    ]);
  });

  it('skips parts over its limits if the form is truncated, with their bytes', async () => {
    const written = [
      field('a', '1'),
      field('b', '2'),
      file('f', 'x'),
      file('g', 'y'),
      file('none', '', ''),
    ];
    const limits = declaredParts({ maxFields: 1, maxFiles: 1 });
    expect(await scanned(written, { limits, truncate: true })).toEqual([
      ['field', 'a', '1'],
      ['file', 'f', true],
      'x',
      'end',
    ]);
    await expect(scanned(written, { limits })).rejects.toThrow('exceeds the limit of 1 fields');
  });

  it.each(
    ['efbbbf', 'feff', 'fffe'].flatMap((mark) =>
      [1, 2, 3, 100].map((size) => [mark, size] as const),
    ),
  )(
    'refuses the byte order mark %s before the first delimiter, in chunks of %d bytes',
    async (mark, size) => {
      const form = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--X--\r\n';
      const bytes = Buffer.concat([Buffer.from(mark, 'hex'), Buffer.from(form)]);
      async function* chunks() {
        for (let at = 0; at < bytes.length; at += size) {
          yield await Promise.resolve(bytes.subarray(at, at + size));
        }
      }
      const options = { boundary: 'X', limits: declaredParts({}), total: null, truncate: false };
      const ignore = () => undefined;
      const listener = { field: ignore, file: ignore, fileBytes: ignore, fileEnd: ignore };
      const scan = new FormScan(chunks(), { ...options, onProgress: undefined }, listener);
      const all = async () => {
        while (scan.take(await scan.next()));
      };
      await expect(all()).rejects.toMatchObject({ code: 'BODY_MALFORMED', status: 400 });
    },
  );

  it.each([
    ['parts', { maxParts: 2 }],
    ['files', { maxFiles: 2 }],
    ['fields', { maxFields: 2 }],
  ])('accepts exactly its number of %s, and refuses one more', async (what, given) => {
    const limits = declaredParts(given);
    const parts = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        what === 'fields' ? field(`${index}`, 'x') : file(`${index}`, 'x'),
      );
    expect(await scanned(parts(2), { limits })).not.toEqual([]);
    await expect(scanned(parts(3), { limits, truncate: what === 'parts' })).rejects.toMatchObject({
      code: 'BODY_TOO_MANY_PARTS',
      status: 413,
      message: `The form exceeds the limit of 2 ${what}.`,
    });
  });

  it('does not count file inputs without a file, except as parts', async () => {
    const limits = declaredParts({ maxFiles: 0, maxParts: 2 });
    const none = [file('a', '', ''), file('b', '', '')];
    expect(await scanned(none, { limits })).toHaveLength(4);
    expect(await scanned(none, { limits, truncate: true })).toEqual([]);
    await expect(scanned([...none, file('c', '', '')], { limits })).rejects.toThrow('2 parts');
  });

  it('counts the bytes of a name, not its characters', async () => {
    const limits = declaredParts({ maxNameBytes: 2 });
    expect(await scanned([field('é', '')], { limits })).toHaveLength(1);
    await expect(scanned([field('éa', '')], { limits })).rejects.toThrow(
      'the name exceeds the limit of 2 bytes',
    );
  });

  it('tells its progress before it refuses a body, in bytes up to now', async () => {
    const written = [field('a', '1')];
    const size = formBytes(written).length;
    const told: unknown[] = [];
    const onProgress = (...progress: unknown[]): void => void told.push(progress);
    const limits = declaredParts({ maxBytes: size });
    await scanned(written, { limits, onProgress, total: size });
    expect(told).toEqual([
      [10, size],
      [size, size],
    ]);
    told.length = 0;
    const less = declaredParts({ maxBytes: size - 1 });
    await expect(scanned(written, { limits: less, onProgress })).rejects.toMatchObject({
      code: 'BODY_TOO_LARGE',
    });
    expect(told).toEqual([[10, null]]);
    await expect(scanned(written, { limits: less, total: size })).rejects.toThrow(
      `the limit of ${size - 1} bytes`,
    );
  });

  it('cancels a body once, and none that has ended', async () => {
    const calls: string[] = [];
    const body = (done: boolean) => ({
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.resolve({ done, value: Buffer.from(`--${BOUNDARY}--`) }) as never,
        return: () => {
          calls.push('return');
          return Promise.reject(new Error('the source fails'));
        },
      }),
    });
    const listener = { field() {}, file() {}, fileBytes() {}, fileEnd() {} };
    const limits = declaredParts({});
    const common = { boundary: BOUNDARY, limits, total: null, truncate: false };
    const make = (done: boolean) =>
      new FormScan(body(done), { ...common, onProgress: undefined }, listener);
    const open = make(false);
    open.take(await open.next());
    open.cancel();
    open.cancel();
    await waitFor(() => calls.length > 0);
    expect(calls).toEqual(['return']);
    const ended = make(true);
    expect(() => ended.take({ done: true, value: undefined })).toThrow('multipart form');
    ended.cancel();
    expect(calls).toEqual(['return']);
  });
});

describe('PartStream', () => {
  /** A part of a form whose next bytes arrive when they are requested. */
  function part(chunks: readonly string[], maxFileBytes = Infinity) {
    let at = 0;
    const made: PartStream = new PartStream(INFO, null, {
      maxFileBytes,
      more: async () => {
        await Promise.resolve();
        const chunk = chunks[at++];
        if (chunk === undefined) made.end();
        else made.push(Buffer.from(chunk));
      },
    });
    return { made, requested: () => at };
  }
  const none = { maxFileBytes: 0, more: () => Promise.reject(new Error('requested')) };

  it('has the facts of its part', () => {
    const { name, filename, chosen, mediaType } = part([]).made;
    expect({ name, filename, chosen, mediaType, charset: null }).toEqual(INFO);
  });

  it('requests the next chunk only when all before are read', async () => {
    const { made, requested } = part(['a', 'b']);
    made.push(Buffer.from('0'));
    const iterator = made[Symbol.asyncIterator]();
    expect([(await iterator.next()).value?.toString(), requested()]).toEqual(['0', 0]);
    expect([(await iterator.next()).value?.toString(), requested()]).toEqual(['a', 1]);
    await iterator.return?.();
    expect(await made.text()).toBe('b');
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(requested()).toBe(3);
  });

  it('of exactly maxFileBytes is read, and of one more fails', async () => {
    expect(await part(['ab', 'c'], 3).made.text()).toBe('abc');
    await expect(part(['ab', 'cd'], 3).made.bytes()).rejects.toMatchObject({
      code: 'BODY_PART_TOO_LARGE',
      message: 'A file in the form exceeds the limit of 3 bytes.',
    });
  });

  it.each([
    ['value', ['value']],
    ['', []],
  ])('of the value %j is read as text and as bytes, without its source', async (value, pieces) => {
    const make = () => new PartStream(INFO, Buffer.from(value), none);
    expect(await make().text()).toBe(value);
    expect(Buffer.from(await make().bytes()).toString()).toBe(value);
    const read: string[] = [];
    for await (const piece of make()) read.push(Buffer.from(piece).toString());
    expect(read).toEqual(pieces);
  });

  it('fails after it was skipped, and drops what it has and what arrives', async () => {
    const skipped = new PartStream(INFO, null, none);
    skipped.push(Buffer.from('a'));
    skipped.skip();
    skipped.push(Buffer.from('b'));
    await expect(skipped.bytes()).rejects.toThrow('the part was skipped');
    await expect(skipped[Symbol.asyncIterator]().next()).rejects.toThrow(TypeError);
  });
});

describe('PartHeaderBlock', () => {
  /** Reads a block in chunks of a size; returns the index after the block, of the whole. */
  function read(text: string, limits = { maxHeaderBytes: 1000, maxHeaders: 9 }, size = Infinity) {
    const block = new PartHeaderBlock(limits);
    const data = Buffer.from(text, 'latin1');
    for (let at = 0; at < data.length; at += size) {
      const found = block.push(data, at, Math.min(at + size, data.length));
      if (found !== -1) return [found, block.disposition, block.mediaType];
    }
    return -1;
  }

  it.each([
    ['Content-Disposition: a\r\nContent-Type: b\r\n\r\nrest', [43, 'a', 'b']],
    ['content-type:b\r\n\r\n', [18, '', 'b']],
    ['Content-Type: b\r\nContent-Type: c\r\n\r\n', [36, '', 'b']],
    ['Content-Type:\r\nContent-Type: c\r\n\r\n', [34, '', 'c']],
    ['Content-Disposition: a;\r\n b\r\n\tc\r\n\r\n', [35, 'a; b\tc', '']],
    ['X-Other: \xe9\r\n\r\n', [14, '', '']],
  ])('reads %j in chunks of any size', (text, expected) => {
    for (const size of [1, 2, 3, 7, Infinity]) {
      expect([size, read(text, undefined, size)]).toEqual([size, expected]);
    }
  });

  it.each([
    'X\r\n\r\n',
    'X : y\r\n\r\n',
    ' X: y\r\n\r\n',
    'X: a\nY: b\r\n\r\n',
    'X: a\rb\r\n\r\n',
    ': y\r\n\r\n',
  ])('refuses %j, which has a line that is not a header', (text) => {
    for (const size of [1, Infinity]) {
      expect(() => read(text, undefined, size)).toThrow(
        expect.objectContaining({
          code: 'BODY_MALFORMED',
          message: expect.stringMatching(/: a part has a line that is not a header\.$/),
        }),
      );
    }
  });

  it.each([
    ...['\0', '\x01', '\x0b', '\x1f', '\x7f'].map(
      (control) => `Content-Disposition: form-data; name="a"; filename="b${control}c"\r\n\r\n`,
    ),
    'X: a\r\n \x01\r\n\r\n',
    'X\x01: a\r\n\r\n',
  ])('refuses %j, and says that it has a control character', (text) => {
    for (const size of [1, Infinity]) {
      expect(() => read(text, undefined, size)).toThrow(
        expect.objectContaining({
          code: 'BODY_MALFORMED',
          message: expect.stringMatching(
            /: a part's headers contain a control character; remove it from the name of the file or field\.$/,
          ),
        }),
      );
    }
  });

  it('accepts exactly its bytes and lines, and refuses one more', () => {
    const text = 'A: b\r\nC: d\r\n\r\n';
    for (const size of [1, Infinity]) {
      expect(read(text, { maxHeaderBytes: 12, maxHeaders: 2 }, size)).toEqual([14, '', '']);
      expect(() => read(text, { maxHeaderBytes: 11, maxHeaders: 2 }, size)).toThrow(
        'they exceed the limit of 11 bytes',
      );
      expect(() => read(text, { maxHeaderBytes: 12, maxHeaders: 1 }, size)).toThrow(
        'they exceed the limit of 1 lines',
      );
    }
  });

  it('forgets the block before', () => {
    const block = new PartHeaderBlock({ maxHeaderBytes: 99, maxHeaders: 9 });
    const push = (text: string) => block.push(Buffer.from(text), 0, text.length);
    push('Content-Type: a\r\n\r\n');
    push('Content-Disposition: b\r\n\r\n');
    expect([block.disposition, block.mediaType]).toEqual(['b', '']);
  });
});

describe('fileFieldName', () => {
  it.each(['', 'a', 'a[]', 'a[b][c]', '[a]'])('accepts %j', (name) => {
    expect(fileFieldName(name)).toBe(name);
  });

  it.each(['a[', 'a]', 'a[b]c', 'a[[b]]', 'a[b]]'])('refuses %j', (name) => {
    expect(() => fileFieldName(name)).toThrow(
      `the brackets in the name ${JSON.stringify(name)} do not match`,
    );
  });
});
