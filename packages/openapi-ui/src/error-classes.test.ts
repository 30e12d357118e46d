import { expect, it } from '@jest/globals';
import { OpenApiUiError } from './openapi-ui-error.js';

it('an unknown file is 404, by its code and its status', () => {
  expect(new OpenApiUiError()).toMatchObject({
    code: 'FILE_UNKNOWN',
    status: 404,
    message: 'This page has no such file.',
  });
});
