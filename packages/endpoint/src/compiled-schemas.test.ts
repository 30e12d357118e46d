import 'zod/compile';
import { describe, expect, it } from '@jest/globals';
import { inProcess } from 'mortise/testing';
import { createApp } from 'mortise';
import * as z from 'zod';
import { endpoint } from './index.js';

const Order = z.object({ sku: z.string().min(1), count: z.int().max(9).default(1) });
const Placed = z.object({ id: z.int(), sku: z.string() });
const app = createApp({ body: {} });
app.post(
  '/orders/{id}',
  endpoint(
    { args: z.object({ id: z.int() }), body: Order, responses: { 201: Placed } },
    (_request, respond, { args, body }) => respond(201, { ...args, ...body }),
  ),
);

const order = async (path: string, body: object) => {
  const response = await inProcess(app).post(path, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [response.getStatusCode(), JSON.parse(await response.getBody().text())] as const;
};

describe('an endpoint with schemas that zod compiles', () => {
  it('validates by the compiled schemas, in and out', async () => {
    expect(await order('/orders/7', { sku: 'a', other: 1 })).toEqual([201, { id: 7, sku: 'a' }]);
    for (const schema of [Order, Placed]) {
      expect(Reflect.get(schema._zod.bag, 'validator')).toBeInstanceOf(Function);
    }
  });

  it('lists the same mistakes', async () => {
    const [status, { errors }] = await order('/orders/x', { sku: '', count: 10 });
    const places = (errors as { in: string; pointer: string }[]).map((error) => [
      error.in,
      error.pointer,
    ]);
    expect([status, places]).toEqual([
      422,
      [
        ['path', '#/id'],
        ['body', '#/sku'],
        ['body', '#/count'],
      ],
    ]);
  });
});
