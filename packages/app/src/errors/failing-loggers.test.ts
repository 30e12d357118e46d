import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { LogContext } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { unhandledRejectionsOf } from '../../../../tooling/testing/unhandled-rejections.js';
import { createApp } from '../application/create-app.js';
import type { AppOptions } from '../application/contract.js';

const FAILURE = new Error('of the logger');
const ORIGINAL = new Error('original');
const throws = (): never => {
  throw FAILURE;
};
const rejects = () => Promise.reject(FAILURE) as never;
const ignore = () => undefined;

afterEach(() => {
  jest.restoreAllMocks();
});

/** The status of a request whose handler throws, what the console prints, and rejections without a handler. */
async function outcomeOf(options: Partial<AppOptions>) {
  const printed = jest.spyOn(console, 'error').mockImplementation(ignore);
  const app = createApp({ factories, ...options });
  app.get('/', () => {
    throw ORIGINAL;
  });
  let status = 0;
  const unhandled = await unhandledRejectionsOf(async () => {
    const request = factories.createServerRequest('GET', '/');
    status = (await app.handle(request)).getStatusCode();
  });
  return { status, printed: printed.mock.calls, unhandled };
}

describe.each([
  ['throws', throws],
  ['rejects', rejects],
])('a logger that %s', (_, fail) => {
  it('does not lose the error: the console gets both', async () => {
    expect(await outcomeOf({ logger: { error: fail, info: ignore } })).toEqual({
      status: 500,
      printed: [['createApp.logger failed:', FAILURE, ORIGINAL]],
      unhandled: [],
    });
  });

  it('does not lose the failure of onError', async () => {
    const failed = new Error('of onError');
    const onError = (): never => {
      throw failed;
    };
    const logger = { error: fail, info: ignore };
    expect(await outcomeOf({ logger, errors: { onError } })).toEqual({
      status: 500,
      printed: [
        ['createApp.logger failed:', FAILURE, failed],
        ['createApp.logger failed:', FAILURE, ORIGINAL],
      ],
      unhandled: [],
    });
  });
});

describe.each([
  ['throws', throws, 'of the logger'],
  [
    'throws what is not an error',
    () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- as JavaScript can
      throw 'text';
    },
    'text',
  ],
  [
    'is async',
    () => Promise.resolve({ user: 7 }) as never,
    'invalid createApp.logContext: received a promise; expected a function that returns no promise',
  ],
  [
    'returns text',
    () => 'id=7' as never,
    'invalid createApp.logContext: received "id=7"; expected a function that returns an object',
  ],
  [
    'rejects',
    rejects,
    'invalid createApp.logContext: received a promise; expected a function that returns no promise',
  ],
])('logContext that %s', (_, logContext: () => LogContext, failure) => {
  it('is named at the end of the line, which has its other fields', async () => {
    const lines: unknown[] = [];
    const error = (...line: readonly unknown[]): void => void lines.push(line);
    const { status, unhandled } = await outcomeOf({ logger: { error, info: ignore }, logContext });
    expect([status, unhandled]).toEqual([500, []]);
    expect(lines).toEqual([
      [
        `500 Error: original; logContext failed: ${failure}`,
        { method: 'GET', target: '/', exception: ORIGINAL },
      ],
    ]);
  });
});
