/**
 * What each layer adds to `GET /` if it has nothing to do, and `accessLog` for its line: microseconds of CPU time for a
 * request, in process. Each layer has its own process, in which an application with it and one without it alternate.
 *
 *     node benchmarks/add-ons/idle-layers.js [layer]
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bearerAuth } from '@mortise/auth';
import { compression } from '@mortise/compression/node';
import { signedCookies } from '@mortise/cookies';
import { cors } from '@mortise/cors';
import { crossOriginProtection } from '@mortise/csrf';
import { etag, httpCache } from '@mortise/http-cache';
import { idempotency } from '@mortise/idempotency';
import { rateLimit } from '@mortise/rate-limit';
import { accessLog, requestId } from '@mortise/request-log';
import { secureHeaders } from '@mortise/secure-headers';
import { session } from '@mortise/session';
import { staticFiles } from '@mortise/static/node';
import { memoryStore } from '@mortise/store';
import { createApp, json } from 'mortise';
import { median } from '../lib/statistics.js';
import { arrival } from '../lib/received.js';
import { printHead, printRow } from '../lib/table.js';
import { ORIGIN, root, SECRET } from './workloads.js';

const MOST = 1.5;
/** `accessLog` writes its line when the request has ended; the time of the logger is not its own. */
const LINE = 'accessLog, without its logger';
const MOST_FOR_LINE = 2;
const sent = { status: 200, bytes: 17, error: null };
const ROUNDS = 31;
const REQUESTS = 2_000;

const policies = [{ name: 'p', limit: 5, window: 60 }];
/** Each layer on a request that it passes on unchanged. */
const layers = {
  [LINE]: () => accessLog({ info: () => undefined, error: () => undefined }),
  'bearerAuth, optional, without a token': () => bearerAuth({ verify: () => null, optional: true }),
  'compression, of a small body': (factories) => compression({ factories }),
  'signedCookies, not read': () => signedCookies({ keys: [SECRET] }),
  'cors, without Origin': (factories) => cors({ origins: [ORIGIN], factories }),
  'crossOriginProtection, of GET': () => crossOriginProtection(),
  'httpCache, without a tag': (factories) => httpCache({ factories }),
  'etag, of POST': () => etag(),
  'idempotency, of GET': (factories) =>
    idempotency({ store: memoryStore(), factories, scope: () => 'ada' }),
  'rateLimit, without a key': () => rateLimit({ store: memoryStore(), policies, key: () => null }),
  requestId: () => requestId(),
  secureHeaders: () => secureHeaders(),
  'session, of a visitor without one': () => session({ store: memoryStore() }),
  'staticFiles, of another prefix': (factories) =>
    staticFiles({ root, factories, prefix: '/static' }),
};

const rawHeaders = [...['Host', 'h.test', 'Accept-Encoding', 'gzip, deflate, br', 'Accept', '*/*']];

const [chosen] = process.argv.slice(2);
if (chosen === undefined) {
  console.log();
  printHead('layer with nothing to do', 'adds µs', 'at most');
  const own = fileURLToPath(import.meta.url);
  for (const name of Object.keys(layers)) {
    const added = execFileSync(process.execPath, [own, name], { encoding: 'utf8' }).trim();
    printRow(name, added, name === LINE ? MOST_FOR_LINE : MOST);
  }
} else {
  console.log((await added(chosen)).toFixed(2));
}

/** The median difference of the rounds, in microseconds. */
async function added(name) {
  const method = name === 'etag, of POST' ? 'POST' : 'GET';
  const [without, layered] = [appWith(null), appWith(layers[name])];
  const timeOf = (app) => cpuTime(app, method, name === LINE);
  for (let warm = 0; warm < 10; warm++) {
    await timeOf(without);
    await timeOf(layered);
  }
  const differences = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Each is first in every second round.
    const first = round % 2 === 0 ? await timeOf(without) : null;
    const own = await timeOf(layered);
    differences.push(own - (first ?? (await timeOf(without))));
  }
  return median(differences);
}

function appWith(layer) {
  const app = createApp();
  const page = (_request, response) => json(response, { hello: 'world' });
  app.get('/', page);
  app.post('/', page);
  if (layer !== null) app.add(layer(app.factories));
  return app;
}

/** Microseconds of CPU time for one request. @param ends whether the request ends too, as on a server */
async function cpuTime(app, method, ends) {
  const { factories } = app;
  const requests = Array.from({ length: REQUESTS }, () =>
    factories.createServerRequestFromSource(arrival({ method, rawHeaders })),
  );
  const before = process.cpuUsage();
  for (const each of requests) {
    await app.handle(each);
    if (ends) await each.getLifetime().end(sent);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}
