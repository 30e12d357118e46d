import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message/node';
import {
  arriving,
  BOUNDARY,
  CONTENT_TYPE,
  cut,
  field,
  file,
  formBytes,
  type PartToWrite,
} from '../../test/form-bytes.js';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { BodyError } from '../index.js';
import { multipartParts, type Part, parts, type PartsOptions } from './index.js';

const MEBIBYTE = 2 ** 20;
const DELIMITER = `--${BOUNDARY}`;
const form = (written: readonly PartToWrite[], size = Infinity) =>
  arriving(cut(formBytes(written), size));
const read = (written: readonly PartToWrite[], options?: PartsOptions) =>
  multipartParts(form(written, 1000), CONTENT_TYPE, options);

describe('multipartParts', () => {
  it('refuses an unknown option', () => {
    const options: object = { maxFileByte: 10 };
    expect(() => read([], options)).toThrow(
      'unknown option multipartParts.maxFileByte; expected multipartParts.maxFileBytes',
    );
  });

  it('yields fields and files in order, with the facts of their headers', async () => {
    const seen: unknown[] = [];
    for await (const part of read([field('a', 'é'), file('b', 'x', 'dir/b.txt'), field('a', '')])) {
      seen.push([part.name, part.filename, part.mediaType, await part.text()]);
    }
    expect(seen).toEqual([
      ['a', null, null, 'é'],
      ['b', 'b.txt', 'application/x-test', 'x'],
      ['a', null, null, ''],
    ]);
  });

  it.each([1, 7, 1000, 65_536])(
    'skips parts that are not read, in chunks of %i bytes',
    async (size) => {
      const big = Buffer.alloc(300_000, 'x');
      const written = [file('unread', big), file('begun', big), field('last', '!')];
      const chunks = form(written, size === 1 ? 100 : size);
      const names: (string | null)[] = [];
      for await (const part of multipartParts(chunks, CONTENT_TYPE)) {
        names.push(part.name);
        if (part.name === 'begun') await part[Symbol.asyncIterator]().next();
      }
      expect(names).toEqual(['unread', 'begun', 'last']);
    },
  );

  it('distinguishes a file from a field, and from a file input without a file', async () => {
    const written = [file('f', 'x'), file('path', 'x', 'a/'), file('none', '', ''), field('g', '')];
    const chosen: [string | null, boolean][] = [];
    for await (const part of multipartParts(form(written, 1000), CONTENT_TYPE)) {
      chosen.push([part.filename, part.chosen]);
    }
    expect(chosen).toEqual([
      ['f.bin', true],
      ['', true],
      ['', false],
      [null, false],
    ]);
  });

  it('does not report a skipped part as empty', async () => {
    const found = read([file('f', 'x'), file('g', 'y')]);
    const first = (await found.next()).value as Part;
    await found.next();
    await expect(first.bytes()).rejects.toThrow('the part was skipped');
  });

  it('applies backpressure to the client while no part is read', async () => {
    const given: number[] = [];
    const chunks = (async function* () {
      for (const chunk of cut(formBytes([file('f', Buffer.alloc(4 * MEBIBYTE))]), 65_536)) {
        given.push(chunk.length);
        yield await Promise.resolve(chunk);
      }
    })();
    const found = multipartParts(chunks, CONTENT_TYPE);
    await found.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(given.length).toBeLessThan(10);
    await found.return?.();
  });

  it('cancels the body when the loop is left, even by an error', async () => {
    const cancelled: string[] = [];
    const endless = async function* (name: string) {
      try {
        yield* form([file('f', Buffer.alloc(MEBIBYTE)), field('a', '1')], 1000);
      } finally {
        cancelled.push(name);
      }
    };
    for await (const part of multipartParts(endless('left'), CONTENT_TYPE)) {
      if (part.name === 'f') break;
    }
    const failing = async () => {
      for await (const part of multipartParts(endless('threw'), CONTENT_TYPE)) {
        for await (const chunk of part) throw new Error(`mid-part, ${chunk.length > 0}`);
      }
    };
    await expect(failing()).rejects.toThrow('mid-part, true');
    await waitFor(() => cancelled.length === 2);
    expect(cancelled).toEqual(['left', 'threw']);
  });

  it('is done after return(), even if it has found more parts', async () => {
    const bytes = formBytes([field('a', '1'), field('b', '2'), file('f', 'x')]);
    const found = multipartParts(arriving([bytes]), CONTENT_TYPE);
    const first = (await found.next()).value as Part;
    const done = { done: true, value: undefined };
    expect(await found.return?.()).toEqual(done);
    expect([await found.next(), await found.next()]).toEqual([done, done]);
    await expect(first.bytes()).rejects.toThrow('the part was skipped');
  });

  it('shares one chunk among the reads of a part that wait for it', async () => {
    const bytes = formBytes([file('f', 'xy')]);
    const half = bytes.indexOf('xy') + 1;
    const found = multipartParts(
      arriving([bytes.subarray(0, half), bytes.subarray(half)]),
      CONTENT_TYPE,
    );
    const part = (await found.next()).value as Part;
    const iterator = part[Symbol.asyncIterator]();
    const results = await Promise.all([iterator.next(), iterator.next(), iterator.next()]);
    const texts = results.map(({ value }) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : null,
    );
    expect(texts).toEqual(['x', 'y', null]);
    expect(await found.next()).toEqual({ done: true, value: undefined });
  });

  it('fails again with the same error, at every later read', async () => {
    const found = multipartParts(arriving([Buffer.from('--wrong')]), CONTENT_TYPE);
    const error: unknown = await found.next().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BodyError);
    await expect(found.next()).rejects.toBe(error);
  });

  it('fails with the error of the body, in the loop and in the part that is read', async () => {
    const gone = Object.assign(new Error('the client has gone'), { code: 'REQUEST_ABORTED' });
    const breaking = async function* () {
      yield* arriving([formBytes([file('f', Buffer.alloc(1000))]).subarray(0, 500)]);
      throw gone;
    };
    const found = multipartParts(breaking(), CONTENT_TYPE);
    const first = await found.next();
    await expect((first.value as { bytes(): Promise<Uint8Array> }).bytes()).rejects.toBe(gone);
    await expect(found.next()).rejects.toBe(gone);
  });

  it.each<[string, readonly PartToWrite[], PartsOptions, string, number]>([
    ['a body', [file('f', 'xxxxx')], { maxBytes: 50 }, 'BODY_TOO_LARGE', 413],
    ['a file', [file('f', 'xxxxx')], { maxFileBytes: 4 }, 'BODY_PART_TOO_LARGE', 413],
    ['a value', [field('f', 'xxxxx')], { maxFieldBytes: 4 }, 'BODY_PART_TOO_LARGE', 413],
    ['files', [file('f', ''), file('g', '')], { maxFiles: 1 }, 'BODY_TOO_MANY_PARTS', 413],
    ['fields', [field('f', ''), field('g', '')], { maxFields: 1 }, 'BODY_TOO_MANY_PARTS', 413],
    ['parts', [field('f', ''), file('g', '')], { maxParts: 1 }, 'BODY_TOO_MANY_PARTS', 413],
    ['no field', [field('f', '')], { maxFields: 0 }, 'BODY_TOO_MANY_PARTS', 413],
    ['a name', [field('é', '')], { maxNameBytes: 1 }, 'BODY_PART_HEADER', 400],
    ['headers', [file('f', '')], { maxHeaders: 1 }, 'BODY_PART_HEADER', 400],
    ['header bytes', [field('f', '')], { maxHeaderBytes: 40 }, 'BODY_PART_HEADER', 400],
    ['header bytes, by far', [field('f'.repeat(200_000), '')], {}, 'BODY_PART_HEADER', 400],
  ])('refuses too much: %s', async (_, written, options, code, status) => {
    await expect(readAll(read(written, options))).rejects.toMatchObject({ code, status });
  });

  it('accepts headers of any length within its limits', async () => {
    const written = [field('f'.repeat(100_000), 'x')];
    const limits = { maxHeaderBytes: Infinity, maxNameBytes: Infinity };
    expect(await readAll(read(written, limits))).toHaveLength(1);
  });

  it('accepts a form that is exactly at its limits', async () => {
    const written = [field('f', 'xxxx'), file('g', 'xxxx'), file('none', '', '')];
    const limits = {
      maxFieldBytes: 4,
      maxFileBytes: 4,
      maxNameBytes: 4,
      maxFiles: 1,
      maxFields: 1,
      maxParts: 3,
    };
    expect(await readAll(read(written, limits))).toHaveLength(3);
  });

  it.each([
    ['--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1', 'it breaks off in a part'],
    ['--x\r\nContent-Disposition: form-data; name=a', 'it breaks off in headers'],
    ['--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--', 'a part has no name'],
    ['--x\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--x--', 'a part is no form-data'],
    ['--x\r\nX: y\r\n\r\n1\r\n--x--', 'a part has no disposition'],
    ['--x\r\n\r\n1\r\n--x--', 'a part has no headers'],
    ['--xy\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--', 'a boundary goes on'],
    ['--x\nContent-Disposition: form-data; name=a\n\n1\r\n--x--', 'its lines end in LF'],
    ['--x\r\nX: y\r\n--x\r\nX: y\r\n\r\n--x--', 'a part ends in its headers'],
    ['--x \r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--', 'a boundary has padding'],
    ['', 'it is empty'],
  ])('refuses %j with 400: %s', async (text) => {
    const found = multipartParts(arriving([Buffer.from(text)]), 'multipart/form-data; boundary=x');
    await expect(readAll(found)).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ['nothing', ''],
    ['a line end', '\r\n'],
    ['text', '\r\nepilogue\r\n'],
    ['hyphens', '--'],
    ['a boundary inside a line', `\r\n ${DELIMITER}\r\n`],
    ['a boundary after a bare LF', `\r\n.\n${DELIMITER}\r\n`],
    ['a part of a delimiter', `\r\n${DELIMITER.slice(0, -1)}`],
  ])('ignores %s after the closing delimiter', async (_, epilogue) => {
    expect(await outcomesWith(epilogue)).toEqual([[['a', '1']]]);
  });

  it.each([
    ['immediately', `\r\n${DELIMITER}\r\n`],
    ['after text', `\r\nepilogue\r\n${DELIMITER}\r\nX: y\r\n`],
    ['with a part', `\r\n${formBytes([field('b', '2')]).toString()}`],
    ['as another closing one', `\r\n${DELIMITER}--`],
    ['that continues in another way', `\r\n${DELIMITER}x`],
  ])('refuses a delimiter line after the closing delimiter: %s', async (_, epilogue) => {
    expect(await outcomesWith(epilogue)).toEqual(['BODY_MALFORMED 400']);
  });

  it('treats a closing delimiter alone as a form without parts', async () => {
    for (const size of [1, 5, 100]) {
      const found = multipartParts(arriving(cut(formBytes([]), size)), CONTENT_TYPE);
      expect(await readAll(found)).toEqual([]);
    }
  });

  /** How a form with an epilogue is read, in chunks of every size: each different outcome once. */
  async function outcomesWith(epilogue: string): Promise<unknown[]> {
    const form = formBytes([field('a', '1')])
      .toString()
      .trimEnd();
    const bytes = Buffer.from(form + epilogue);
    const seen = new Map<string, unknown>();
    for (let size = 1; size <= bytes.length; size++) {
      const outcome = await readAll(multipartParts(arriving(cut(bytes, size)), CONTENT_TYPE)).catch(
        (error: unknown) => (error instanceof BodyError ? `${error.code} ${error.status}` : error),
      );
      seen.set(JSON.stringify(outcome), outcome);
    }
    return [...seen.values()];
  }

  it.each(['', 'text/plain', 'multipart/mixed; boundary=x', 'multipart/form-data, text/plain'])(
    'refuses the media type %j with 415',
    (type) => {
      expect(() => multipartParts(arriving([]), type)).toThrow(
        expect.objectContaining({ code: 'BODY_MEDIA_TYPE', status: 415 }),
      );
    },
  );

  it.each([
    '',
    '; boundary=',
    '; boundary="a b "',
    '; boundary="é"',
    `; boundary=${'x'.repeat(71)}`,
    '; boundary=x; boundary=y',
    '; boundary=x; BOUNDARY="x"',
  ])('refuses the boundary in multipart/form-data%s with 400', (parameter) => {
    expect(() => multipartParts(arriving([]), `multipart/form-data${parameter}`)).toThrow(
      BodyError,
    );
  });

  it('reports the progress', async () => {
    const told: unknown[] = [];
    const bytes = formBytes([field('a', '1')]);
    const request = factories
      .createServerRequest('POST', 'http://x.test/')
      .withHeader('Content-Type', CONTENT_TYPE)
      .withBody(factories.createStream(bytes));
    await readAll(parts(request, { onProgress: (...progress) => told.push(progress) }));
    expect(told).toEqual([[bytes.length, bytes.length]]);
  });
});

describe('parts', () => {
  const request = factories
    .createServerRequest('POST', 'http://x.test/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStream(formBytes([field('a', '1')])));

  it('refuses a content coding with 415', () => {
    const coded = request.withHeader('Content-Encoding', 'gzip');
    expect(() => parts(coded)).toThrow(expect.objectContaining({ code: 'BODY_ENCODING' }));
  });

  it('refuses a body with a known size over the limit without reading it', () => {
    const maxBytes = (request.getBody().getSize() ?? 0) - 1;
    expect(() => parts(request, { maxBytes })).toThrow(
      expect.objectContaining({ code: 'BODY_TOO_LARGE', status: 413 }),
    );
    expect(request.getBody().tell()).toBe(0);
  });
});

async function readAll(found: ReturnType<typeof multipartParts>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const part of found) all.push([part.name, await part.text()]);
  return all;
}
