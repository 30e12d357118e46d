import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { expect, it } from '@jest/globals';
import { createApp } from 'mortise';
import { inProcess, type TestRequest } from 'mortise/testing';
import * as v from 'valibot';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { endpoint } from '../src/index.js';

const warnings = notedWarnings();
const fields = v.object({ page: v.number(), all: v.optional(v.boolean()) });
const FORM = { accepts: ['application/x-www-form-urlencoded'] };

/** Sends two requests, and returns their statuses and the warnings. */
async function sent(description: object, request: TestRequest, target = '/a', development = true) {
  const app = createApp({ body: {}, development });
  const given = { responses: { 204: null }, ...description };
  app.post(
    '/a[/{page}]',
    endpoint(given, (_request, respond) => respond(204)),
  );
  const statuses: unknown[] = [];
  for (let count = 0; count < 2; count++)
    statuses.push((await inProcess(app).post(target, request)).getStatusCode());
  return [...statuses, ...warnings.map(({ code, message }) => [code, message])];
}

const warningOf = (part: string) => [
  'TEXT_NOT_CONVERTED',
  `a request was refused because the schema of ${part} has no JSON Schema, so numbers and booleans stay text`,
];

it.each<[string, object, TestRequest, string]>([
  ['query', { query: fields }, {}, '/a?page=5&all=true'],
  ['args', { args: fields }, {}, '/a/5'],
  ['headers', { headers: fields }, { headers: { page: '5' } }, '/a'],
  ['cookies', { cookies: fields }, { headers: { Cookie: 'page=5' } }, '/a'],
  ['body', { body: fields, ...FORM }, { form: { page: '5' } }, '/a'],
])(
  'numbers that stay text in %s are a warning, once',
  async (part, description, request, target) => {
    expect(await sent(description, request, target)).toEqual([422, 422, warningOf(part)]);
  },
);

it.each<[string, object, TestRequest, string]>([
  ['text that is not a number', { query: fields }, {}, '/a?page=five'],
  ['a list that stays text', { query: v.object({ page: v.array(v.number()) }) }, {}, '/a?page=5'],
  ['text in JSON', { body: fields }, { json: { page: '5' } }, '/a'],
  ['another part', { query: v.object({ b: v.string() }), args: v.any() }, {}, '/a/5'],
  ['text, with a JSON Schema', { query: toStandardJsonSchema(fields) }, {}, '/a?page=five'],
])('%s is no warning', async (_name, description, request, target) => {
  expect(await sent(description, request, target)).toEqual([422, 422]);
});

it('a schema that converts text, or has a JSON Schema, needs no warning', async () => {
  const converting = v.object({ page: v.pipe(v.string(), v.transform(Number)) });
  expect(await sent({ query: converting }, {}, '/a?page=5')).toEqual([204, 204]);
  const described = toStandardJsonSchema(fields);
  expect(await sent({ query: described }, {}, '/a?page=5')).toEqual([204, 204]);
});

it('there is no warning without development', async () => {
  expect(await sent({ query: fields }, {}, '/a?page=5', false)).toEqual([422, 422]);
});
