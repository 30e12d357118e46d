import { expect, it } from '@jest/globals';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { z } from 'zod';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { endpoint } from '../src/index.js';

const warnings = notedWarnings();

/** Sends two requests to an endpoint that requires the argument `id`, an integer, and returns the warnings. */
async function sent(pattern: string, target: string, development = true) {
  const app = createApp({ development });
  const args = z.object({ id: z.coerce.number().int() });
  app.get(
    pattern,
    endpoint({ args, responses: { 204: null } }, (_request, respond) => respond(204)) as never,
  );
  const statuses = [];
  for (let count = 0; count < 2; count++)
    statuses.push((await inProcess(app).get(target)).getStatusCode());
  return [...statuses, ...warnings.map(({ code, message, detail }) => [code, message, detail])];
}

const ADVICE =
  'Use the same names in the pattern of the route and in args; make an optional argument optional in the schema.';

it.each([
  ['/a/{code}', '/a/7', '"code"'],
  ['/a/{code}/{page}', '/a/7/8', '"code", "page"'],
  ['/a', '/a', 'empty'],
])('an argument that %s does not have is a warning, once', async (pattern, target, names) => {
  expect(await sent(pattern, target)).toEqual([
    422,
    422,
    [
      'ARGUMENT_MISMATCH',
      `the schema of args requires "id", but the arguments of the path are ${names}`,
      ADVICE,
    ],
  ]);
});

it('an argument with an invalid value is no warning, nor is one without development', async () => {
  expect(await sent('/a/{id}', '/a/x')).toEqual([422, 422]);
  expect(await sent('/a/{code}', '/a/7', false)).toEqual([422, 422]);
});
