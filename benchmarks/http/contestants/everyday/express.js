/**
 * As in the READMEs of `express-session`, Eta, and, with `LAYERS`, of the middleware that Express recommends. One line is
 * logged for a request.
 */
import compression from 'compression';
import cors from 'cors';
import { Eta } from 'eta';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import { pino } from 'pino';
import { pinoHttp } from 'pino-http';
import { PORT } from '../../contract.js';
import { books, LAYERS, LOG_FILE, ORIGIN, report, SECRET, VIEWS } from '../../everyday.js';

const eta = new Eta({ views: VIEWS, cache: true });
const app = express();
app.disable('etag');
if (LAYERS) {
  app.use(pinoHttp({ logger: pino(pino.destination(LOG_FILE)) }));
  app.use(cors({ origin: [ORIGIN] }));
  app.use(helmet());
  app.use(compression({ enforceEncoding: 'gzip' }));
}
app.use(session({ secret: SECRET, resave: false, saveUninitialized: false }));
app.post('/login', (request, response) => {
  request.session.user = 'Ada';
  response.send('welcome');
});
app.get('/report', (request, response) => {
  response.json(report(request.session.user));
});
app.get('/page', (request, response) => {
  response.send(eta.render('./page', { user: request.session.user, books }));
});
app.listen(PORT, '127.0.0.1');
