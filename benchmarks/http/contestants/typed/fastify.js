/** As in Fastify's guide to validation and serialization: JSON Schemas, compiled once. */
import Fastify from 'fastify';
import { serveOrders } from '../../fastify-orders.js';

const object = (properties) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => properties[name].default === undefined),
  additionalProperties: false,
});
const text = (minLength, maxLength) => ({ type: 'string', minLength, maxLength });
const int = (minimum, maximum) => ({ type: 'integer', minimum, maximum });
const list = (items, limits = {}) => ({ type: 'array', items, ...limits });

const price = { type: 'integer', minimum: 0 };
const Item = object({ sku: text(1, 20), title: text(0, 200), quantity: int(1, 1_000), price });
const customer = object({
  name: text(1, 200),
  email: { type: 'string', format: 'email' },
  newsletter: { type: 'boolean', default: false },
});
const body = object({ customer, items: list(Item, { minItems: 1, maxItems: 100 }) });
const integer = { type: 'integer' };
const string = { type: 'string' };
const lines = list(object({ sku: string, quantity: integer }));
const Placed = object({ id: integer, book: integer, customer: string, total: integer, lines });

await serveOrders(Fastify(), { params: object({ id: integer }), body, response: { 201: Placed } });
