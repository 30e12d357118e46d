/** The anchors: the middleware that Express applications use for the same. */
import compression from 'compression';
import express from 'express';
import helmet from 'helmet';
import pinoHttp from 'pino-http';
import { pino } from 'pino';
import sirv from 'sirv';
import { document, logFile, root } from '../workloads.js';

const app = express().disable('x-powered-by').disable('etag');
const layers = {
  none: () => undefined,
  compression: () => app.use(compression()),
  headers: () => app.use(helmet()),
  log: () => app.use(pinoHttp({ logger: pino(pino.destination(logFile)) })),
  static: () => app.use(sirv(root, { dev: true })),
  kept: () => app.use(sirv(root)),
};
layers[process.env.LAYER]();
app.get('/document', (_request, response) => response.json(document));
app.get('/', (_request, response) => response.end());
app.listen(Number(process.env.PORT));
