import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { staticFiles } from '@mortise/static/node';
import { createApp, html, serve } from 'mortise';
import { built } from './places.js';

/** Serves the built site, on this machine only. */
export function serveSite(port, folder = built) {
  const app = createApp();
  app.add(staticFiles({ root: folder }));
  const missing = readFileSync(join(folder, '404.html'), 'utf8');
  app.notFound((_request, response) => html(response, missing));
  return serve(app, { host: '127.0.0.1', port });
}
