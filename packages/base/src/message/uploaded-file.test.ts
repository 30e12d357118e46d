import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface, UploadedFiles } from '@mortise/http-message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { isUploadedFile, uploadedFile } from './uploaded-file.js';

const warnings = notedWarnings();
const file = { getError: () => 4 };

function requestWith(
  files: object,
  development = false,
  fields: object | null = null,
): ServerRequestInterface {
  const collector = { development };
  const getAttribute = () => ({ collector });
  const getUploadedFiles = () => files as UploadedFiles;
  const getParsedBody = () => fields;
  return { getUploadedFiles, getAttribute, getParsedBody } as unknown as ServerRequestInterface;
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

describe('a field without a file', () => {
  it('is a warning in development, once, if other fields have files', () => {
    expect(uploadedFile(requestWith({}, true), 'file')).toBeNull();
    expect(uploadedFile(requestWith({ f: file }), 'file')).toBeNull();
    expect(warnings).toEqual([]);
    for (const name of ['file', 'image'])
      expect(uploadedFile(requestWith({ f: file, g: file }, true), name)).toBeNull();
    expect(warnings).toEqual([
      {
        type: 'MortiseWarning',
        code: 'FILE_FIELD_UNKNOWN',
        message: 'the request has no file in the field "file"; it has files in "f", "g"',
        detail: 'Write uploadedFile(request, "f"), or rename the field of the form.',
      },
    ]);
  });
});

describe('a form without files', () => {
  it('is a warning in development, once, if it has the name of the file as text', () => {
    const fields = { title: 'a', cover: 'emma.png' };
    expect(uploadedFile(requestWith({}, false, fields), 'cover')).toBeNull();
    expect(uploadedFile(requestWith({}, true, fields), 'constructor')).toBeNull();
    expect(warnings).toEqual([]);
    expect(uploadedFile(requestWith({}, true, fields), 'cover')).toBeNull();
    expect(uploadedFile(requestWith({}, true, fields), 'title')).toBeNull();
    expect(warnings.map(({ code, message, detail }) => [code, message, detail])).toEqual([
      [
        'FILE_FIELD_UNKNOWN',
        'the form field "cover" has text instead of a file',
        'Write <form method="post" enctype="multipart/form-data">, and in it <input type="file" name="cover">.',
      ],
    ]);
  });
});

describe('isUploadedFile', () => {
  it.each([null, undefined, 'getError', [], {}, { getError: 4 }])('refuses %j', (value) => {
    expect(isUploadedFile(value)).toBe(false);
  });
});
