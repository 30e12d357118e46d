/** As in the README of `fastify-type-provider-zod`: the same library as the others, for responses too. */
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { PORT } from '../../contract.js';
import { placed, problem, PROBLEM_TYPE } from '../../everyday.js';
import { Order, Placed } from './schemas.js';

const params = z.object({ id: z.coerce.number().int() });
const schema = { params, body: Order, response: { 201: Placed } };

const app = Fastify();
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
app.setErrorHandler((error, _request, reply) => {
  const [first] = error.validation ?? [];
  if (first === undefined) return reply.send(error);
  const where = error.validationContext === 'params' ? 'path' : error.validationContext;
  const path = first.instancePath.split('/').slice(1);
  return reply
    .code(422)
    .type(PROBLEM_TYPE)
    .send(problem(where, path, first.message));
});
app.post('/books/:id/orders', { schema }, (request, reply) => {
  reply.code(201).send(placed(request.params.id, request.body));
});
await app.listen({ port: PORT, host: '127.0.0.1' });
