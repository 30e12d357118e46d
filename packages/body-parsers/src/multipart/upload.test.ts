import { describe, expect, it } from '@jest/globals';
import type {
  TemporaryStorageInterface,
  UploadedFileInterface,
  UploadError,
} from '@mortise/http-message';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { BodyError } from '../body-error.js';
import { boundaryOf } from './boundary.js';
import type { MultipartFormOptions } from './multipart-options.js';
import { Upload, type UploadLimits } from './upload.js';

const NO_LIMITS = { maxFileBytes: Infinity, formLimit: Infinity };
const INFO = { name: 'f', filename: 'f.txt', chosen: true, mediaType: 'text/x' };
const bytes = (text: string): Uint8Array => Buffer.from(text);

/** Storage in memory that notes its calls; a member can fail. */
function notedStorage(failing: Readonly<Partial<Record<'write' | 'end', unknown>>> = {}) {
  const calls: unknown[] = [];
  const inner = createTemporaryStorage();
  const fail = (member: 'write' | 'end') =>
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- any value can be thrown
    member in failing ? Promise.reject(failing[member]) : null;
  const storage: TemporaryStorageInterface = {
    createWriter: (limit) => {
      calls.push(['create', limit]);
      const writer = inner.createWriter(Infinity);
      return {
        get size() {
          return writer.size;
        },
        write: (data) => {
          calls.push(['write', Buffer.from(data).toString()]);
          return fail('write') ?? writer.write(data);
        },
        end: () => {
          calls.push('end');
          return fail('end') ?? writer.end();
        },
        discard: () => {
          calls.push('discard');
          return writer.discard();
        },
      };
    },
  };
  return { storage, calls };
}

function upload(
  limits: Partial<UploadLimits> = {},
  options: Partial<MultipartFormOptions> = {},
  info = INFO,
): { made: Upload; calls: readonly unknown[] } {
  const { storage, calls } = notedStorage();
  const made = new Upload(
    info,
    { storage, ...options, factories: options.factories ?? factories },
    { ...NO_LIMITS, ...limits },
  );
  return { made, calls };
}

function factsOf(file: UploadedFileInterface): readonly unknown[] {
  return [file.getError(), file.getSize(), file.getClientFilename(), file.getClientMediaType()];
}

describe('an upload', () => {
  it('is a file with the facts of its part, and all bytes in order', async () => {
    const { made, calls } = upload();
    made.push(bytes('ab'));
    made.push(bytes('c'));
    await made.store();
    await made.store();
    made.push(bytes('d'));
    const file = await made.finish();
    expect(factsOf(file)).toEqual([0, 4, 'f.txt', 'text/x']);
    expect(await file.getStream().text()).toBe('abcd');
    expect(calls).toEqual([['create', 65_536], ['write', 'abc'], ['write', 'd'], 'end']);
  });

  it.each([0, 7])('begins on disk after memoryLimit bytes: %d', (memoryLimit) => {
    expect(upload({}, { memoryLimit }).calls).toEqual([['create', memoryLimit]]);
  });

  it.each([Number.NaN, -1, 'x'])('begins on disk immediately if memoryLimit is %p', (limit) => {
    expect(upload({}, { memoryLimit: limit as number }).calls).toEqual([['create', 0]]);
  });

  it('of 0 bytes is a file', async () => {
    expect(factsOf(await upload().made.finish())).toEqual([0, 0, 'f.txt', 'text/x']);
  });

  it.each<[string, Partial<UploadLimits>, UploadError]>([
    ['maxFileBytes', { maxFileBytes: 3 }, 1],
    ['the limit of the form', { formLimit: 3 }, 2],
    ['both limits', { maxFileBytes: 3, formLimit: 3 }, 1],
  ])('of exactly %s is kept; one of more has its error', async (_limit, limits, error) => {
    const { made } = upload(limits, { onLimit: 'truncate' });
    made.push(bytes('ab'));
    made.push(bytes('c'));
    expect((await made.finish()).getError()).toBe(0);
    const { made: large, calls } = upload(limits, { onLimit: 'truncate' });
    large.push(bytes('ab'));
    await large.store();
    large.push(bytes('cd'));
    large.push(bytes('e'));
    const file = await large.finish();
    expect(factsOf(file)).toEqual([error, 0, 'f.txt', null]);
    expect(calls).toEqual([['create', 65_536], ['write', 'ab'], 'discard']);
  });

  it('over maxFileBytes is refused, unless the form is truncated', () => {
    const { made } = upload({ maxFileBytes: 1 });
    made.push(bytes('a'));
    expect(() => {
      made.push(bytes('b'));
    }).toThrow(expect.objectContaining({ code: 'BODY_PART_TOO_LARGE', status: 413 }));
    expect(() => {
      made.push(bytes('c'));
    }).toThrow(BodyError);
  });

  it('that was not chosen has error 4, whatever its bytes', async () => {
    const { made, calls } = upload({ maxFileBytes: 0 }, {}, { ...INFO, chosen: false });
    made.push(bytes('ab'));
    expect(factsOf(await made.finish())).toEqual([4, 0, 'f.txt', null]);
    expect(calls).toEqual([['create', 65_536], 'discard']);
  });

  it.each<['write' | 'end', unknown, UploadError]>([
    ['write', { code: 'ENOENT' }, 6],
    ['write', { code: 'ENOSPC' }, 7],
    ['write', null, 7],
    ['end', { code: 'ENOENT' }, 6],
    ['end', undefined, 7],
  ])('whose %s fails with %j has error %d, and the form goes on', async (member, cause, error) => {
    const { storage, calls } = notedStorage({ [member]: cause });
    const told: unknown[] = [];
    const onStorageError = (reason: unknown): void => void told.push(reason);
    const made = new Upload(INFO, { storage, factories, onStorageError }, NO_LIMITS);
    made.push(bytes('a'));
    await made.store();
    made.push(bytes('b'));
    expect(factsOf(await made.finish())).toEqual([error, 0, 'f.txt', null]);
    expect(told).toEqual([cause]);
    expect(calls.at(-1)).toBe('discard');
    expect(calls.filter((call) => Array.isArray(call) && call[0] === 'write')).toHaveLength(
      member === 'write' ? 1 : 2,
    );
  });

  it('fails without a callback for storage errors in the same way', async () => {
    const { storage } = notedStorage({ write: new Error('full') });
    const made = new Upload(INFO, { storage, factories }, NO_LIMITS);
    made.push(bytes('a'));
    expect((await made.finish()).getError()).toBe(7);
  });

  it('is released by close and by discard, finished or not', async () => {
    const { made } = upload();
    made.push(bytes('a'));
    const stream = (await made.finish()).getStream();
    made.close();
    expect(stream.isReadable()).toBe(false);

    const { made: other, calls } = upload();
    other.push(bytes('a'));
    const late = (await other.finish()).getStream();
    await other.discard();
    expect([late.isReadable(), calls.at(-1)]).toEqual([false, 'discard']);

    const { made: begun, calls: noted } = upload();
    begun.close();
    await begun.discard();
    expect(noted).toEqual([['create', 65_536], 'discard']);
  });
});

describe('boundaryOf', () => {
  const of = (boundary: string, type = 'multipart/form-data') =>
    boundaryOf({ parameters: { boundary } }, type);

  it.each(['x', 'x'.repeat(70), 'a b', " 'x", "0'()+_,-./:=?Zz9"])('accepts %j', (boundary) => {
    expect(of(boundary)).toBe(boundary);
  });

  it.each(['', ' ', 'a ', 'x'.repeat(71), 'a"', 'a;b', 'é', 'a\n', '\na', 'a\tb', 'a_*'])(
    'refuses %j with 400',
    (boundary) => {
      expect(() => of(boundary)).toThrow(
        expect.objectContaining({
          code: 'BODY_MALFORMED',
          status: 400,
          message: expect.stringContaining(JSON.stringify(boundary.slice(0, 80))),
        }),
      );
    },
  );

  it('refuses a media type without one, and truncates a long one in its message', () => {
    expect(() => boundaryOf({ parameters: {} }, '')).toThrow(
      'its Content-Type has no boundary; let the code that writes the form set this header',
    );
    expect(() => of('x'.repeat(200))).toThrow(
      `the invalid boundary ${JSON.stringify('x'.repeat(80))}`,
    );
  });

  it.each(['; boundary=x; boundary=y', ';boundary=x;\tBoundary=x', ';boundary="a;boundary=b"'])(
    'refuses two in %j',
    (parameters) => {
      expect(() => of('x', `multipart/form-data${parameters}`)).toThrow('has two boundaries');
    },
  );

  it.each(['; boundary=x', '; boundary=x; other-boundary=y', 'boundary=x; boundary=y'])(
    'accepts one in %j',
    (parameters) => {
      expect(of('x', `multipart/form-data${parameters}`)).toBe('x');
    },
  );
});
