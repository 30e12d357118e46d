import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, type ErrorHandler, httpError, text } from '../index.js';

const { get } = requestsOf(factories);
const warnings = notedWarnings();

/** The status of a response to an error with this status, from a custom handler. */
async function answered(status: number, handler: ErrorHandler, development = true) {
  const app = createApp({ factories, development, logger: recorder().logger });
  app.get('/', () => {
    throw httpError(status);
  });
  app.setDefaultErrorHandler(handler);
  return (await app.handle(get('/'))).getStatusCode();
}
const answering =
  (status: number): ErrorHandler =>
  () =>
    text(factories.createResponse(status), 'sorry');

it('an error that a custom handler answers with 2xx is a warning, once in development', async () => {
  expect(await answered(403, answering(403))).toBe(403);
  expect(await answered(403, answering(303))).toBe(303);
  expect(await answered(404, answering(200))).toBe(200);
  expect(await answered(403, answering(200), false)).toBe(200);
  expect(warnings).toEqual([]);
  const later: ErrorHandler = async () => Promise.resolve(text(factories.createResponse(200), ''));
  for (const handler of [later, answering(200)]) await answered(403, handler);
  expect(warnings).toEqual([
    {
      type: 'MortiseWarning',
      code: 'ERROR_STATUS_LOST',
      message:
        'an error handler responded with 200 to an error with the status 403, so clients and caches treat the error as a success',
      detail: 'Set the status: response.withStatus(403).',
    },
  ]);
});
