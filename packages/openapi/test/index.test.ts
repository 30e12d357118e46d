import { expect, it } from '@jest/globals';
import * as openapiPackage from '../src/index.js';

it('exports exactly the documented names', () => {
  expect(Object.keys(openapiPackage).sort()).toEqual([
    'OPENAPI',
    'OpenApiError',
    'describe',
    'openApiDocument',
    'openApiHandler',
    'problemCatalogue',
  ]);
});
