import { expect, it } from '@jest/globals';
import { failureCode, isCloseCode } from './close-code.js';

it.each<[unknown, boolean]>([
  [999, false],
  [1000, true],
  [1003, true],
  [1004, false],
  [1005, false],
  [1006, false],
  [1007, true],
  [1014, true],
  [1015, false],
  [2999, false],
  [3000, true],
  [4999, true],
  [5000, false],
  [1000.5, false],
  ['1000', false],
  [NaN, false],
])('%j can be sent as a code: %s', (code, isAllowed) => {
  expect(isCloseCode(code)).toBe(isAllowed);
});

it.each([
  ['WS_ERR_INVALID_UTF8', 1007],
  ['WS_ERR_TOO_MANY_BUFFERED_PARTS', 1008],
  ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 1009],
  ['WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH', 1009],
  ['WS_ERR_INVALID_OPCODE', 1002],
  ['ECONNRESET', null],
  [undefined, null],
])('the error %s was sent as %j', (code, sent) => {
  expect(failureCode(Object.assign(new Error('x'), { code }))).toBe(sent);
});
