import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp } from '../index.js';

const { get } = requestsOf(factories);

describe('the error that a failing handler received', () => {
  const raise = (error: unknown): never => {
    throw error;
  };
  /** An application whose route fails, and what it reports. */
  function failing() {
    const reported: unknown[] = [];
    const first = new RangeError('first');
    const app = createApp({
      ...{ factories, logger: recorder().logger },
      errors: { onError: (error) => void reported.push(error) },
    });
    app.get('/', () => raise(first));
    return { app, first, reported };
  }

  it.each<[string, () => unknown]>([
    ['of its class, at once', () => raise(new TypeError('bug'))],
    ['of its class, later', () => Promise.reject(new TypeError('bug'))],
    ['in a layer', () => raise(new TypeError('bug'))],
  ])('is the cause of that failure: one %s', async (where, fail) => {
    const { app, first, reported } = failing();
    const handler = () => fail() as never;
    if (where === 'in a layer') app.addErrorMiddleware().setDefaultErrorHandler(handler);
    else app.setErrorHandler(RangeError, handler);
    expect((await app.handle(get('/'))).getStatusCode()).toBe(500);
    expect(reported).toEqual([new TypeError('bug')]);
    expect((reported[0] as Error).cause).toBe(first);
  });

  it.each<[string, (bug: Error, first: Error) => unknown, unknown]>([
    ['has another cause', (bug) => raise(Object.assign(bug, { cause: 7 })), 7],
    ['cannot be changed', (bug) => raise(Object.freeze(bug)), undefined],
    ['was its cause', (bug, first) => raise(Object.assign(first, { cause: bug }).cause), undefined],
  ])('is not the cause of a failure that %s', async (_how, fail, cause) => {
    const { app, reported } = failing();
    const bug = new TypeError('bug');
    app.setErrorHandler(RangeError, (_request, error) => fail(bug, error) as never);
    await app.handle(get('/'));
    expect(reported[0]).toBe(bug);
    expect(bug.cause).toBe(cause);
  });
});
