/** As in the READMEs of the add-ons, with their defaults; those of workload l with `LAYERS`. */
import { compression } from '@mortise/compression/node';
import { cors } from '@mortise/cors';
import { pinoLogger } from '@mortise/log-pino';
import { accessLog } from '@mortise/request-log';
import { secureHeaders } from '@mortise/secure-headers';
import { session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { render, view } from '@mortise/view';
import { etaEngine } from '@mortise/view/eta';
import { createApp, json, serve, text } from 'mortise';
import { pino } from 'pino';
import { PORT } from '../../contract.js';
import { books, LAYERS, LOG_FILE, ORIGIN, report, VIEWS } from '../../everyday.js';

const app = createApp();
app.post('/login', (request, response) => {
  sessionOf(request).set('user', 'Ada');
  return text(response, 'welcome');
});
app.get('/report', (request, response) => json(response, report(sessionOf(request).get('user'))));
app.get('/page', (request, response) =>
  render(request, response, 'page', { user: sessionOf(request).get('user'), books }),
);
if (!LAYERS) app.add(view({ engine: etaEngine({ root: VIEWS }) }));
app.add(session({ store: memoryStore() }));
if (LAYERS) {
  app.add(compression({ codings: ['gzip'] }));
  app.add(secureHeaders());
  app.add(cors({ origins: [ORIGIN] }));
  app.add(accessLog(pinoLogger(pino(pino.destination(LOG_FILE)))));
}
await serve(app, { port: PORT });
