import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { cataloguePage, languages, PORT, search, searchOf } from './catalogue.js';

const app = new Hono();
app.get('/books', async (context) => {
  const wanted = searchOf(context.req.query());
  const [found, all] = await Promise.all([search(wanted), languages()]);
  return context.html(cataloguePage(wanted, found, all));
});
app.get('/api/books', async (context) => context.json(await search(searchOf(context.req.query()))));
serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' });
