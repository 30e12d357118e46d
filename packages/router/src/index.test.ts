import { expect, it } from '@jest/globals';
import * as router from './index.js';

it('exports exactly the documented names', () => {
  expect(Object.keys(router).sort()).toEqual([
    'RouteCollector',
    'Router',
    'RouterError',
    'withHead',
  ]);
});
