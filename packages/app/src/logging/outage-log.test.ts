import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OUTAGE } from '@mortise/base';
import { factories } from '@mortise/message';
import { createApp } from '../index.js';

class StoreDown extends Error {
  readonly status = 503;
  readonly [OUTAGE] = true;
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the errors of an outage', () => {
  it('are logged once a minute for each code, and all reach the client and onError', async () => {
    const { ask, logged, reported } = application();
    const statuses = [await ask('A'), await ask('A'), await ask('B'), await ask('A')];
    expect(statuses).toEqual([503, 503, 503, 503]);
    expect(logged).toEqual(['503 Error: A', '503 Error: B']);
    expect(reported).toEqual(['A', 'A', 'B', 'A']);
    jest.advanceTimersByTime(59_999);
    await ask('A');
    expect(logged).toHaveLength(2);
    jest.advanceTimersByTime(1);
    await ask('A');
    expect(logged).toEqual(['503 Error: A', '503 Error: B', '503 Error: A']);
  });

  it('hide no other error, including one with their status and code', async () => {
    const { ask, logged } = application((code) =>
      Object.assign(new Error(code), { status: 503, code }),
    );
    for (let count = 0; count < 3; count++) await ask('A');
    expect(logged).toHaveLength(3);
  });
});

function application(errorOf: (code: string) => Error = (code) => new StoreDown(code)) {
  const logged: string[] = [];
  const reported: unknown[] = [];
  const app = createApp({
    factories,
    logger: { error: (line) => void logged.push(line), info: () => undefined },
    errors: { onError: (error) => void reported.push((error as StoreDown).code) },
  });
  app.get('/{code}', (_request, _response, { code }) => {
    throw errorOf(code);
  });
  const ask = async (code: string): Promise<number> => {
    const response = await app.handle(
      factories.createServerRequest('GET', `http://h.test/${code}`),
    );
    return response.getStatusCode();
  };
  return { ask, logged, reported };
}
