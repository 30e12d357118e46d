/** Hono with what Mortise does by default to a body: a limit of 1 MiB, and no key `__proto__` in JSON. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { parse } from 'secure-json-parse';
import * as contract from '../../contract.js';
import { serve } from './serve.js';

const PARSING = { protoAction: 'remove', constructorAction: 'ignore' };

const app = new Hono();
app.use(bodyLimit({ maxSize: 1_048_576 }));
app.post('/json', async (context) => context.json(parse(await context.req.text(), PARSING)));
app.notFound((context) => context.text(contract.NOT_FOUND, 404));

serve(app.fetch);
