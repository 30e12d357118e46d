import { expect, it } from '@jest/globals';
import { isJsonType } from './is-json-type.js';

it.each([
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/hal+json', true],
  ['text/json', false],
  ['application/json+xml', false],
  ['application/json, text/plain', false],
  ['json', false],
  ['', false],
])('isJsonType of %j is %j', (type, isJson) => {
  expect(isJsonType(type)).toBe(isJson);
});
