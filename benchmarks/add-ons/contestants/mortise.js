/** The add-ons, each on paths of its own; `layer` of the environment says which one is added. */
import { compression } from '@mortise/compression/node';
import { pinoLogger } from '@mortise/log-pino';
import { accessLog } from '@mortise/request-log';
import { secureHeaders } from '@mortise/secure-headers';
import { staticFiles } from '@mortise/static/node';
import { createApp, json, serve } from 'mortise';
import { pino } from 'pino';
import { document, logFile, root } from '../workloads.js';

const app = createApp();
const { factories } = app;
app.get('/document', (_request, response) => json(response, document));

const layers = {
  none: () => undefined,
  compression: () => app.add(compression({ factories, codings: ['gzip'] })),
  headers: () => app.add(secureHeaders()),
  log: () => app.add(accessLog(pinoLogger(pino(pino.destination(logFile))))),
  static: () => app.add(staticFiles({ root, factories, keep: false })),
  kept: () => app.add(staticFiles({ root, factories, keep: {} })),
};
layers[process.env.LAYER]();
await serve(app, { port: Number(process.env.PORT) });
