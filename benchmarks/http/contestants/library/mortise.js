import { createApp, html, json, serve } from 'mortise';
import { cataloguePage, languages, PORT, search, searchOf } from './catalogue.js';

const app = createApp();
app.get('/books', async (request, response) => {
  const wanted = searchOf(request.getQueryParams());
  const [found, all] = await Promise.all([search(wanted), languages()]);
  return html(response, cataloguePage(wanted, found, all));
});
app.get('/api/books', async (request, response) =>
  json(response, await search(searchOf(request.getQueryParams()))),
);
await serve(app, { port: PORT });
