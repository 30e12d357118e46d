/** As in Fastify's guide to validation and serialization: JSON Schemas, compiled once. */
import Fastify from 'fastify';
import { PORT } from '../../contract.js';
import { placed, problem, PROBLEM_TYPE } from '../../everyday.js';

const object = (properties) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => properties[name].default === undefined),
  additionalProperties: false,
});
const text = (minLength, maxLength) => ({ type: 'string', minLength, maxLength });
const int = (minimum, maximum) => ({
  type: 'integer',
  minimum,
  ...(maximum !== undefined && { maximum }),
});
const Item = object({
  sku: text(1, 20),
  title: text(0, 200),
  quantity: int(1, 1_000),
  price: int(0),
});
const Order = object({
  customer: object({
    name: text(1, 200),
    email: { type: 'string', format: 'email' },
    newsletter: { type: 'boolean', default: false },
  }),
  items: { type: 'array', items: Item, minItems: 1, maxItems: 100 },
});
const integer = { type: 'integer' };
const string = { type: 'string' };
const lines = { type: 'array', items: object({ sku: string, quantity: integer }) };
const Placed = object({ id: integer, book: integer, customer: string, total: integer, lines });
const schema = { params: object({ id: integer }), body: Order, response: { 201: Placed } };

const app = Fastify();
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
