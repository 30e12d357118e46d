import { expect, it } from '@jest/globals';
import { operation } from '@mortise/contract';
import { implement } from '@mortise/endpoint/implement';
import { createApp } from 'mortise';
import * as z from 'zod';
import { createClient } from '../src/index.js';
import { testTransport } from '../src/testing/index.js';

const five = z.int().nullable().default(5);
const contract = {
  byDefault: operation('GET', '/d', {
    headers: z.object({ 'x-n': five }),
    cookies: z.object({ n: five }),
    responses: { 200: z.array(z.int().nullable()) },
  }),
  orList: operation('GET', '/l', {
    headers: z.object({ 'x-ids': z.array(z.int()).nullable() }),
    responses: { 204: null },
  }),
};

const app = createApp();
implement(app, contract, {
  byDefault: (_request, respond, { headers, cookies }) => respond(200, [headers['x-n'], cookies.n]),
  orList: (_request, respond) => respond(204),
});
const client = createClient(contract, { transport: testTransport(app) });

it('sends a header and a cookie that are null where the schema has a default', async () => {
  const none = { headers: { 'x-n': null }, cookies: { n: null } };
  expect(await client.byDefault(none)).toMatchObject({ status: 200, body: [null, null] });
  expect(await client.byDefault()).toMatchObject({ status: 200, body: [5, 5] });
});

it('refuses a header that is null where an empty list is accepted', async () => {
  const call = client.orList({ headers: { 'x-ids': null } });
  await expect(call).rejects.toMatchObject({ code: 'HEADER_INVALID' });
  expect(await client.orList({ headers: { 'x-ids': [] } })).toMatchObject({ status: 204 });
});
