import { expect, it } from '@jest/globals';
import { FileError } from './file-error.js';

it('only a range that is not satisfiable has headers', () => {
  expect(FileError.notFound().headers).toBeUndefined();
  expect(FileError.preconditionFailed().headers).toBeUndefined();
  expect(FileError.rangeNotSatisfiable(10).headers).toEqual({ 'Content-Range': 'bytes */10' });
});

it('each refusal has its code, status and message', () => {
  const refusals = [
    FileError.notFound(),
    FileError.preconditionFailed(),
    FileError.rangeNotSatisfiable(10),
  ];
  expect(refusals.map(({ code, status, message }) => [code, status, message])).toEqual([
    ['FILE_NOT_FOUND', 404, 'The file does not exist or cannot be read.'],
    ['PRECONDITION_FAILED', 412, 'The file has changed. Fetch it again, then repeat the request.'],
    [
      'RANGE_NOT_SATISFIABLE',
      416,
      'None of the requested ranges lies within the 10 bytes of the file.',
    ],
  ]);
});
