import { describe, expect, it } from '@jest/globals';
import * as etaEntry from './eta/index.js';
import * as viewPackage from './index.js';
import { ViewError } from './index.js';

describe.each([{ type: ViewError, name: 'ViewError', isReadable: true }])(
  'the error class $name',
  ({ type, name, isReadable }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/view/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });

    it('says whether clients can read its text', () => {
      expect(Reflect.get(type.prototype, Symbol.for('@mortise/http-error'))).toBe(isReadable);
    });
  },
);

it('an error without a template has no place', () => {
  expect(new ViewError('VIEW_LAYER_MISSING', 'a')).toMatchObject({
    ...{ code: 'VIEW_LAYER_MISSING', status: 500, template: null, line: null },
  });
});

describe('@mortise/view', () => {
  it('exports these names', () => {
    expect(Object.keys(viewPackage).sort()).toEqual([
      'VIEW',
      'VIEW_DATA',
      'ViewError',
      'currentUrl',
      'isTemplateName',
      'render',
      'view',
      'viewOf',
      'withViewData',
    ]);
  });

  it('exports these names in /eta', () => {
    expect(Object.keys(etaEntry)).toEqual(['etaEngine']);
  });
});
