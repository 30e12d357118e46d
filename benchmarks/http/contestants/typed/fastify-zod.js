/** As in the README of `fastify-type-provider-zod`: the same library as the others, for responses too. */
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { serveOrders } from '../../fastify-orders.js';
import { Order, Placed } from './schemas.js';

const app = Fastify();
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
const params = z.object({ id: z.coerce.number().int() });
await serveOrders(app, { params, body: Order, response: { 201: Placed } });
