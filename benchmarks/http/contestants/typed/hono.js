/** As in Hono's guide to validation: `@hono/zod-validator`. The response is parsed by the schema, as Hono checks none. */
import { serve } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';
import { PORT } from '../../contract.js';
import { placed, problem, PROBLEM_TYPE } from '../../everyday.js';
import { Order, Placed } from './schemas.js';

const Param = z.object({ id: z.coerce.number().int() });
const refuse = (where) => (result, context) => {
  if (result.success) return;
  const [{ path, message }] = result.error.issues;
  return context.body(JSON.stringify(problem(where, path, message)), 422, {
    'content-type': PROBLEM_TYPE,
  });
};
const app = new Hono();
app.post(
  '/books/:id/orders',
  zValidator('param', Param, refuse('path')),
  zValidator('json', Order, refuse('body')),
  (context) => {
    const { id } = context.req.valid('param');
    return context.json(Placed.parse(placed(id, context.req.valid('json'))), 201);
  },
);
serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' });
