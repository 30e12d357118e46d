import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { HaltException } from './halt-exception.js';

it('a HaltException has its response, and names the status', () => {
  const response = factories.createResponse(418);
  const halt = new HaltException(response);
  expect(halt.response).toBe(response);
  expect(halt.message).toBe('halted with status 418');
});
