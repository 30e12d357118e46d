import { staticFiles } from '@mortise/static/node';
import { createApp, serve } from 'mortise';
import { built } from './places.js';

/** Serves the built site, on this machine only. */
export function serveSite(port) {
  const app = createApp();
  app.add(staticFiles({ root: built }));
  return serve(app, { host: '127.0.0.1', port });
}
