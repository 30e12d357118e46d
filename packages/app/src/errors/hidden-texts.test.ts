import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppOptions, createApp, httpError } from '../index.js';

const warnings = notedWarnings();

describe('the text of an error with a status', () => {
  /** Sends two requests to a handler that throws, and returns the warnings. */
  async function warned(error: () => unknown, options: Partial<AppOptions> = {}) {
    const app = createApp({ factories, logger: recorder().logger, ...options });
    app.get('/', () => {
      throw error();
    });
    await app.handle(requestsOf(factories).get('/'));
    await app.handle(requestsOf(factories).get('/'));
    return warnings.map(({ code, message, detail }) => [code, message, detail]);
  }
  const foreign = (members: object) => () => Object.assign(new Error('No such book'), members);

  it('is a warning in development, once, if clients do not get it', async () => {
    expect(await warned(foreign({ status: 404 }))).toEqual([
      [
        'ERROR_TEXT_HIDDEN',
        'the response to an error with the status 404 does not contain its text: "No such book"',
        'Messages of unknown errors can contain secrets. If this one is for clients, write throw httpError(404, text, { cause: error }).',
      ],
    ]);
  });

  it.each<[string, () => unknown, Partial<AppOptions>]>([
    ['is one of httpError', () => httpError(404, 'No such book'), {}],
    ['is empty', () => httpError(404), {}],
    ['is exposed, as http-errors does', foreign({ status: 404, expose: true }), {}],
    ['is of a server error', foreign({ status: 503 }), {}],
    ['is sent as a detail', foreign({ status: 404 }), { errors: { details: true } }],
    ['occurs outside development', foreign({ status: 404 }), { development: false }],
  ])('is no warning if it %s', async (_what, error, options) => {
    expect(await warned(error, options)).toEqual([]);
  });
});
