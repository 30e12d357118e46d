import { describe, expect, it } from '@jest/globals';
import { REPEATED_NAMES } from '@mortise/base/keys';
import { file, type FileRule, files } from '@mortise/contract';
import type { UploadedFileInterface, UploadedFiles, UploadError } from '@mortise/http-message';
import { factories } from '@mortise/message/node';
import { EndpointBodyError } from '../endpoint-body-error.js';
import { EndpointError } from '../endpoint-error.js';
import { checkFiles } from './file-fields.js';

function upload(size: number | null, type?: string | null, error: UploadError = 0) {
  return factories.createUploadedFile(factories.createStream('x'), size, error, 'x', type ?? null);
}

/** The result of one field `a`; `sent` has all files, if some were sent with the name of another. */
function checked(
  rule: FileRule,
  uploaded: UploadedFiles,
  sent: readonly UploadedFileInterface[] = [],
) {
  const request = factories.createServerRequest('POST', '/').withUploadedFiles(uploaded);
  const files = sent.length > 0 ? [{ path: ['a'], values: sent }] : [];
  request.getLifetime().setValue(REPEATED_NAMES, { fields: () => [], files: () => files });
  return checkFiles([['a', rule]], request);
}

const TOO_MANY = 'too many files: received';

describe('the files of a field', () => {
  it.each<[string, FileRule, number, string | null]>([
    ['one is missing', file(), 0, 'The file is missing.'],
    ['one is there', file(), 1, null],
    ['two are there', file(), 2, `${TOO_MANY} 2; expected at most 1`],
    ['an optional one is missing', file({ optional: true }), 0, null],
    ['an optional one is there twice', file({ optional: true }), 2, `${TOO_MANY} 2`],
    ['none of several is there', files(), 0, 'The file is missing.'],
    ['none of several optional ones is there', files({ optional: true }), 0, null],
    ['there is no limit', files(), 50, null],
    ['they are exactly the limit', files({ max: 2 }), 2, null],
    ['they are one over the limit', files({ max: 2 }), 3, `${TOO_MANY} 3; expected at most 2`],
    ['they are one over a limit of one', files({ max: 1 }), 2, `${TOO_MANY} 2; expected at most 1`],
  ])('are counted: %s', (_case, rule, count, fault) => {
    const result = checked(rule, { a: Array.from({ length: count }, () => upload(1)) });
    expect(result.issues ?? null).toEqual(
      fault === null ? null : [{ path: ['a'], message: expect.stringContaining(fault) }],
    );
  });

  it('with one field name are all there', () => {
    const [one, two, none] = [upload(1), upload(2), upload(0, null, 4)];
    expect(checked(files(), { a: two }, [one, two])).toEqual({ value: { a: [one, two] } });
    expect(checked(files(), { a: [two] }, [one, two])).toEqual({ value: { a: [one, two] } });
    expect(checked(files(), { a: none }, [one, none])).toEqual({ value: { a: [one] } });
    expect(checked(file(), { a: none }, [one, none])).toEqual({ value: { a: one } });
    expect(checked(file(), { a: two }, [one, two])).toEqual({
      issues: [{ path: ['a'], message: `${TOO_MANY} 2; expected at most 1` }],
    });
    expect(checked(files({ max: 1 }), { a: two }, [one, two]).issues).toHaveLength(1);
  });

  it('are those that middleware has put in their place', () => {
    const [one, two, other] = [upload(1), upload(2), upload(3)];
    expect(checked(files(), { a: other }, [one, two])).toEqual({ value: { a: [other] } });
    expect(checked(files({ optional: true }), {}, [one, two])).toEqual({ value: { a: [] } });
  });

  it('are one value, a list, or nothing', () => {
    const [one, two] = [upload(1), upload(2)];
    expect(checked(file(), { a: one })).toEqual({ value: { a: one } });
    expect(checked(file({ optional: true }), {})).toEqual({ value: { a: undefined } });
    expect(checked(files({ optional: true }), {})).toEqual({ value: { a: [] } });
    expect(checked(files(), { a: one })).toEqual({ value: { a: [one] } });
    const nested = checked(files(), { a: { x: [one], y: two }, b: upload(9) });
    expect(nested).toEqual({ value: { a: [one, two] } });
  });

  it.each<[UploadError, unknown]>([
    [1, { name: 'EndpointBodyError', code: 'UPLOAD_TOO_LARGE', status: 413 }],
    [2, { name: 'EndpointBodyError', code: 'UPLOAD_TOO_LARGE', status: 413 }],
    [6, { name: 'EndpointError', code: 'UPLOAD_FAILED' }],
    [7, { name: 'EndpointError', code: 'UPLOAD_FAILED' }],
    [8, { name: 'EndpointError', code: 'UPLOAD_FAILED' }],
  ])('with the upload error %d are an error that names the field', (error, expected) => {
    let thrown: unknown = null;
    try {
      checked(file(), { a: upload(0, null, error) });
    } catch (reason) {
      thrown = reason;
    }
    expect(thrown).toBeInstanceOf(error < 3 ? EndpointBodyError : EndpointError);
    expect(thrown).toMatchObject(expected as object);
    expect((thrown as Error).message).toContain('file in the field "a"');
    if (error > 2) expect((thrown as Error).message).toContain(`upload error ${error}`);
  });

  it('with the upload error 4 were not chosen', () => {
    expect(checked(file({ optional: true }), { a: upload(0, null, 4) })).toEqual({
      value: { a: undefined },
    });
  });

  it('with the upload error 3 are refused for that alone', () => {
    const rule = file({ maxBytes: 1, types: ['image/png'] });
    expect(checked(rule, { a: upload(9, 'text/css', 3) })).toEqual({
      issues: [{ path: ['a'], message: 'incomplete file: only part of it arrived' }],
    });
  });

  it.each<[number | null, boolean]>([
    [3, true],
    [4, true],
    [5, false],
    [null, true],
  ])('of %j bytes fit a limit of 4: %j', (size, fits) => {
    const message = 'file too large: received 5 bytes; expected at most 4';
    const { issues } = checked(file({ maxBytes: 4 }), { a: upload(size) });
    expect(issues).toEqual(fits ? undefined : [{ path: ['a'], message }]);
    expect(checked(file(), { a: upload(size) }).issues).toBeUndefined();
  });

  it.each<[string | null, boolean]>([
    ['image/png', true],
    ['IMAGE/PNG; q=1', true],
    ['image/pngx', false],
    ['image/gif', false],
    ['text/css', true],
    ['textual/css', false],
    ['text', false],
    ['', false],
    [null, false],
  ])('of the type %j fit image/png and text/*: %j', (type, fits) => {
    const message = 'unsupported file type: expected image/png or text/*';
    const rule = file({ types: ['image/png', 'text/*'] });
    const { issues } = checked(rule, { a: upload(1, type) });
    expect(issues).toEqual(fits ? undefined : [{ path: ['a'], message }]);
    expect(checked(file(), { a: upload(1, type) }).issues).toBeUndefined();
  });

  it('are all checked, in every field, and each fault has its place', () => {
    const rule = { maxBytes: 1, types: ['a/b'] };
    const rules = [
      ['one', file(rule)],
      ['list', files(rule)],
      ['none', file()],
      ['good', file()],
    ] as const;
    const request = factories.createServerRequest('POST', '/').withUploadedFiles({
      one: upload(2, 'x/y'),
      list: [upload(1, 'a/b'), upload(2, 'a/b'), upload(1, 'x/y')],
      good: upload(1),
    });
    const { issues } = checkFiles(rules, request);
    expect(issues?.map(({ path }) => path)).toEqual([
      ['one'],
      ['one'],
      ['list', 1],
      ['list', 2],
      ['none'],
    ]);
  });
});
