import { describe, expect, it } from '@jest/globals';
import { EventError } from './sse-error.js';

describe('the error class EventError', () => {
  it('is recognized by its name, whichever copy of the package created the error', () => {
    const other: unknown = { [Symbol.for('@mortise/sse/EventError')]: true };
    expect([other instanceof EventError, {} instanceof EventError]).toEqual([true, false]);
    expect(EventError.prototype.name).toBe('EventError');
  });
});
