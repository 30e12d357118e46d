import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { answered } from './answered.js';

const app = new Hono();
app.get('/', (context) => context.text('Hello'));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  answered(port);
});
