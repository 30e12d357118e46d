import { afterEach, expect, it } from '@jest/globals';
import { SharedTimeouts } from './shared-timeouts.js';
import { exactTimeouts } from './timeouts.js';
import { timeoutsOfPlatform } from './timeouts-of-platform.js';

const original = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'navigator');
  if (original !== undefined) Object.defineProperty(globalThis, 'navigator', original);
});

it.each([
  ['shares no timer between the requests of Workers', { userAgent: 'Cloudflare-Workers' }, true],
  ['shares one on other platforms', { userAgent: 'Deno/2' }, false],
  ['shares one on a platform without a name', undefined, false],
])('%s', (_, navigator, isExact) => {
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  const timeouts = timeoutsOfPlatform();
  expect([timeouts === exactTimeouts, timeouts instanceof SharedTimeouts]).toEqual([
    isExact,
    !isExact,
  ]);
});
