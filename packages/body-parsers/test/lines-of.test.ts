import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { linesOf, type LinesOptions } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Chunks of these sizes, in turn. */
function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    yield bytes.slice(at, at + size);
    at += size;
  }
}

describe.each(implementations)('linesOf with %s', (_, factories) => {
  const requestOf = (chunks: Iterable<Uint8Array>, headers: Record<string, string> = {}) => {
    const source = (async function* () {
      yield* chunks;
      await Promise.resolve();
    })();
    const request = factories
      .createServerRequest('POST', 'http://a.example/')
      .withBody(factories.createStreamFromResource(source));
    return Object.entries(headers).reduce((made, field) => made.withHeader(...field), request);
  };
  const read = async (body: string | Uint8Array, options?: LinesOptions): Promise<string[]> => {
    const lines: string[] = [];
    const bytes = typeof body === 'string' ? bytesOf(body) : body;
    for await (const line of linesOf(requestOf([bytes]), options)) lines.push(line);
    return lines;
  };

  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\nb', ['a', 'b']],
    ['\n\na', ['', '', 'a']],
    ['a\rb\r\r\n', ['a\rb\r']],
    ['a\r', ['a\r']],
    ['\ufeffa\n\ufeffb', ['a', '\ufeffb']],
    ['é€\u2028x\n', ['é€\u2028x']],
  ])('reads %j as %j', async (body, lines) => {
    expect(await read(body)).toEqual(lines);
  });

  it('returns the same lines wherever the body is split into chunks', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\r', '\n', '\r\n', '\ufeff') });
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(text, sizes, async (body, cuts) => {
        const lines: string[] = [];
        for await (const line of linesOf(requestOf(cut(bytesOf(body), cuts)))) lines.push(line);
        const expected = body.replace(/^\ufeff/, '').split(/\r?\n/);
        if (body === '' || /\n$/.test(body)) expected.pop();
        // A byte order mark alone is the text of a last line without an end.
        expect(lines).toEqual(expected);
      }),
      { numRuns: numRuns(300) },
    );
  });

  it.each(['\n', '\r\n', ''])('accepts a line of the maximum, ended by %j', async (end) => {
    expect(await read(`é23${end}`, { maxLine: 4 })).toEqual(['é23']);
    await expect(read(`é234${end}`, { maxLine: 4 })).rejects.toMatchObject({
      code: 'LINE_TOO_LONG',
      status: 413,
      message: 'Line 1 of the request body exceeds the limit of 4 bytes.',
    });
  });

  it.each(['\n', '\r\n', ''])(
    'counts no byte order mark before the first line, ended by %j, wherever it is split',
    async (end) => {
      for (let size = 1; size <= 9; size++) {
        const linesIn = async (text: string): Promise<string[]> => {
          const lines: string[] = [];
          const chunks = cut(bytesOf(text), [size]);
          for await (const line of linesOf(requestOf(chunks), { maxLine: 4 })) lines.push(line);
          return lines;
        };
        expect(await linesIn(`\ufeffé23${end}`)).toEqual(['é23']);
        for (const text of [`\ufeffé234${end}`, `a\n\ufeffé2${end}`])
          await expect(linesIn(text)).rejects.toMatchObject({ code: 'LINE_TOO_LONG' });
      }
    },
  );

  it('accepts a line of the maximum whose CRLF is split between two chunks', async () => {
    const lines = linesOf(requestOf([bytesOf('é23\r'), bytesOf('\n')]), { maxLine: 4 });
    expect((await lines.next()).value).toBe('é23');
    await expect(read('é23\r', { maxLine: 4 })).rejects.toMatchObject({ code: 'LINE_TOO_LONG' });
  });

  it('accepts 65,536 bytes by default, and any number with Infinity', async () => {
    const line = 'x'.repeat(65_536);
    expect(await read(line)).toEqual([line]);
    await expect(read(`${line}x`)).rejects.toMatchObject({ code: 'LINE_TOO_LONG' });
    expect(await read(`${line}x`, { maxLine: Infinity })).toEqual([`${line}x`]);
  });

  it('reads at most one chunk more than the limit of a line that does not end, and closes the body', async () => {
    let chunks = 0;
    let isClosed = false;
    function* endless() {
      try {
        for (;;) {
          chunks++;
          yield bytesOf('x'.repeat(10));
        }
      } finally {
        isClosed = true;
      }
    }
    const reading = linesOf(requestOf(endless()), { maxLine: 95 }).next();
    await expect(reading).rejects.toMatchObject({ code: 'LINE_TOO_LONG' });
    expect([chunks, isClosed]).toEqual([10, true]);
  });

  it('requests no chunk before its lines are taken', async () => {
    let chunks = 0;
    function* endless() {
      for (;;) yield bytesOf(`${++chunks}\na\n`);
    }
    const lines = linesOf(requestOf(endless()));
    expect(chunks).toBe(0);
    for (const line of ['1', 'a', '2']) expect((await lines.next()).value).toBe(line);
    expect(chunks).toBe(2);
    await lines.return();
  });

  it('keeps the beginning of a line if the source uses the memory of its chunk again', async () => {
    function* reused() {
      const memory = bytesOf('ab');
      yield memory;
      memory.set(bytesOf('c\n'));
      yield memory;
    }
    expect((await linesOf(requestOf(reused())).next()).value).toBe('abc');
  });

  it('names the line that is not UTF-8, after the lines before it', async () => {
    const lines = linesOf(requestOf([Uint8Array.of(0x61, 0x0a, 0xe9, 0x0a)]));
    expect((await lines.next()).value).toBe('a');
    await expect(lines.next()).rejects.toMatchObject({
      code: 'LINE_NOT_UTF8',
      status: 400,
      message: 'Line 2 of the request body is not valid UTF-8.',
    });
  });

  it('yields what replace returns for a line that is too long or not UTF-8, and reads the next one', async () => {
    const body = Uint8Array.of(...bytesOf('a\nabcd\nb\n'), 0xe9, ...bytesOf('\nc\nabcd'));
    const lines: (string | Error)[] = [];
    const replace = (error: Error) => error;
    for await (const line of linesOf(requestOf([body]), { maxLine: 3, replace })) lines.push(line);
    const isOf = (code: string, text: string) =>
      expect.objectContaining({ code, message: expect.stringContaining(text) });
    expect(lines).toEqual([
      'a',
      isOf('LINE_TOO_LONG', 'Line 2 '),
      'b',
      isOf('LINE_NOT_UTF8', 'Line 4 '),
      'c',
      isOf('LINE_TOO_LONG', 'Line 6 '),
    ]);
  });

  it('replaces a line before its end has arrived, once, and keeps nothing of the rest', async () => {
    let chunks = 0;
    function* long() {
      while (chunks++ < 1_000) yield bytesOf('x'.repeat(10));
      yield bytesOf('x\na\n');
    }
    const lines = linesOf(requestOf(long()), { maxLine: 95, replace: () => null });
    expect([(await lines.next()).value, chunks]).toEqual([null, 10]);
    expect((await lines.next()).value).toBe('a');
    expect((await lines.next()).done).toBe(true);
  });

  it('replaces the same lines wherever the body is split into chunks', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '\r', '\n', '\r\n') });
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(text, sizes, async (body, cuts) => {
        const options = { maxLine: 3, replace: ({ message }: Error) => message };
        const lines: string[] = [];
        for await (const line of linesOf(requestOf(cut(bytesOf(body), cuts)), options))
          lines.push(line);
        const expected = body
          .replace(/\n$/, '')
          .split('\n')
          .map((line, index, { length }) => {
            const isLast = index === length - 1 && !body.endsWith('\n');
            const shown = isLast ? line : line.replace(/\r$/, '');
            return bytesOf(shown).length <= 3
              ? shown
              : `Line ${index + 1} of the request body exceeds the limit of 3 bytes.`;
          });
        expect(lines).toEqual(body === '' ? [] : expected);
      }),
      { numRuns: numRuns(300) },
    );
  });

  it.each([
    [{ 'Content-Encoding': 'gzip' }, 'BODY_ENCODING'],
    [{ 'Content-Type': 'text/csv; charset=iso-8859-1' }, 'BODY_CHARSET'],
  ])('refuses %j with 415 before it reads', (headers, code) => {
    expect(() => linesOf(requestOf([], headers))).toThrow(
      expect.objectContaining({ code, status: 415 }),
    );
  });

  it.each([{ 'Content-Encoding': 'Identity' }, { 'Content-Type': 'text/csv; charset=UTF-8' }])(
    'accepts %j',
    async (headers) => {
      expect((await linesOf(requestOf([bytesOf('a')], headers)).next()).value).toBe('a');
    },
  );

  it.each([{ maxLine: '64k' }, { maxLine: Number.NaN }, { max: 1 }, { replace: 7 }])(
    'refuses %j',
    (options) => {
      expect(() => linesOf(requestOf([]), options as never)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID' }),
      );
    },
  );
});
