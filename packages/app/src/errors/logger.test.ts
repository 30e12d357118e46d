import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { consoleLogger } from './logger.js';

describe('consoleLogger', () => {
  const lines: unknown[][] = [];
  beforeEach(() => {
    lines.length = 0;
    jest.spyOn(console, 'error').mockImplementation((...line) => void lines.push(line));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('says which request failed', () => {
    const exception = new Error('x');
    consoleLogger.error('500 Error: x', { method: 'GET', target: '/boom?a', exception });
    expect(lines).toEqual([['GET /boom?a: 500 Error: x', exception]]);
  });

  it('writes a single message unchanged', () => {
    consoleLogger.error('out of tea');
    expect(lines).toEqual([['out of tea']]);
  });

  it('does not log client errors', () => {
    consoleLogger.info('404 HttpNotFoundException: Not found.', { method: 'GET', target: '/' });
    expect(lines).toEqual([]);
  });
});
