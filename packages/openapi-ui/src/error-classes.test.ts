import { describe, expect, it } from '@jest/globals';
import { OpenApiUiError } from './openapi-ui-error.js';

describe.each([{ type: OpenApiUiError, name: 'OpenApiUiError', isReadable: true }])(
  'the error class $name',
  ({ type, name, isReadable }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/openapi-ui/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });

    it('says whether clients can read its text', () => {
      expect(Reflect.get(type.prototype, Symbol.for('@mortise/http-error'))).toBe(isReadable);
    });
  },
);

it('an unknown file is 404, by its code and its status', () => {
  expect(new OpenApiUiError()).toMatchObject({
    code: 'FILE_UNKNOWN',
    status: 404,
    message: 'this page has no such file',
  });
});
