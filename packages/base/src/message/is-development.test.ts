import { afterEach, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { variable } from '../index.js';
import { ROUTES, type RoutesReading } from '../keys.js';
import { isDevelopment } from './index.js';

const { NODE_ENV } = process.env;

afterEach(() => {
  process.env['NODE_ENV'] = NODE_ENV;
});

it.each([
  [undefined, true],
  ['', true],
  ['test', true],
  ['Production', true],
  ['production', false],
])('a request is in development under NODE_ENV %j: %j, unless its application says', (name, is) => {
  if (name === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = name;
  expect(variable('NODE_ENV')).toBe(name);
  const request = factories.createServerRequest('GET', '/');
  expect(isDevelopment(request)).toBe(is);
  for (const development of [true, false]) {
    const collector = { development } as RoutesReading['collector'];
    expect(isDevelopment(request.withAttribute(ROUTES, { collector }))).toBe(development);
  }
});
