import { expect, it } from '@jest/globals';
import { errorFacts, httpError } from '../../index.js';
import { problemErrorRenderer } from './problem.js';

it.each([
  ['404 Not Found', 'Not Found'],
  ['No 404 here', 'No 404 here'],
  ['404', '404'],
  ['405 Not Found', '405 Not Found'],
])('the problem of an error with status 404 and the title %j has the title %j', (title, sent) => {
  const error = httpError(404, '', { title });
  const problem: unknown = JSON.parse(problemErrorRenderer(error, false, errorFacts(error)));
  expect(problem).toEqual({ title: sent, status: 404 });
});
