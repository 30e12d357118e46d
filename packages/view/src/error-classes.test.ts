import { expect, it } from '@jest/globals';
import { ViewError } from './index.js';

it('an error without a template has no place', () => {
  expect(new ViewError('VIEW_LAYER_MISSING', 'a')).toMatchObject({
    ...{ code: 'VIEW_LAYER_MISSING', status: 500, template: null, line: null },
  });
});
