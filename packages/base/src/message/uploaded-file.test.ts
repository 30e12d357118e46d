import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface, UploadedFiles } from '@mortise/http-message';
import { isUploadedFile, uploadedFile } from './uploaded-file.js';

const file = { getError: () => 4 };

function requestWith(files: object): ServerRequestInterface {
  return { getUploadedFiles: () => files as UploadedFiles } as ServerRequestInterface;
}

describe('uploadedFile', () => {
  it('is the file of a field, also one with an error', () => {
    expect(uploadedFile(requestWith({ cover: file }), 'cover')).toBe(file);
  });

  it.each([
    ['a field that the form does not have', {}],
    ['a list', { cover: [file] }],
    ['a map', { cover: { front: file } }],
  ])('is null for %s', (_what, files) => {
    expect(uploadedFile(requestWith(files), 'cover')).toBeNull();
  });

  it('is null for a name that only the prototype has', () => {
    const files = Object.create({ cover: file }) as object;
    expect(uploadedFile(requestWith(files), 'cover')).toBeNull();
  });
});

describe('isUploadedFile', () => {
  it.each([null, undefined, 'getError', [], {}, { getError: 4 }])('refuses %j', (value) => {
    expect(isUploadedFile(value)).toBe(false);
  });
});
