/** As in `packages/endpoint/README.md`. */
import { operation } from '@mortise/contract';
import { implement } from '@mortise/endpoint/implement';
import { createApp, serve } from 'mortise';
import * as z from 'zod';
import { PORT } from '../../contract.js';
import { placed } from '../../everyday.js';
import { Order, Placed } from './schemas.js';

const contract = {
  order: operation('POST', '/books/{id}/orders', {
    args: z.object({ id: z.int() }),
    body: Order,
    responses: { 201: Placed },
  }),
};
const app = createApp({ body: {} });
implement(app, contract, {
  order: (_request, respond, { args, body }) => respond(201, placed(args.id, body)),
});
await serve(app, { port: PORT });
