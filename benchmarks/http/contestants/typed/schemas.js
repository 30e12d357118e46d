/** The schemas of contestants that use zod, compiled as its guide says; an unknown member is dropped. */
import 'zod/compile';
import * as z from 'zod';

const Item = z.object({
  sku: z.string().min(1).max(20),
  title: z.string().max(200),
  quantity: z.int().min(1).max(1_000),
  price: z.int().min(0),
});

export const Order = z.object({
  customer: z.object({
    name: z.string().min(1).max(200),
    email: z.email(),
    newsletter: z.boolean().default(false),
  }),
  items: z.array(Item).min(1).max(100),
});

export const Placed = z.object({
  id: z.int(),
  book: z.int(),
  customer: z.string(),
  total: z.int(),
  lines: z.array(z.object({ sku: z.string(), quantity: z.int() })),
});
