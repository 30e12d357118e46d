import { expect, it } from '@jest/globals';
import * as router from './index.js';

it('the package exports nothing by accident', () => {
  expect(Object.keys(router).sort()).toEqual([
    'RouteCollector',
    'Router',
    'RouterError',
    'withHead',
  ]);
});
