/**
 * How the cost of a request grows with the number of routes, middleware, headers and fields of a form, in process.
 *
 *     node benchmarks/scale/run.js [--rounds 7]
 *
 * Prints nanoseconds for each size, the cost of one more, and whether that cost grows: the slope of the upper half
 * divided by that of the lower half. Above 1.5 it is not linear. Sizes alternate; each figure is the shortest.
 */
import { parseArgs } from 'node:util';
import { bodyParsing, createApp, factories } from 'mortise';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const SIZES = [8, 64, 512];
const LINEAR = 1.5;
/** Nanoseconds that a sample takes at least. */
const DURATION = 2e7;

const subjects = { routes, middleware, 'response headers': responseHeaders, 'form fields': fields };
console.log('| one more | ns at 8 | 64 | 512 | ns for one more | slopes, upper ÷ lower | |');
console.log('|---|--:|--:|--:|--:|--:|---|');
for (const [name, create] of Object.entries(subjects)) {
  const tasks = SIZES.map(create);
  const times = tasks.map(() => Infinity);
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [at, task] of tasks.entries()) times[at] = Math.min(times[at], await timed(task));
  }
  console.log(row(name, times));
}

function row(name, [small, middle, large]) {
  const lower = (middle - small) / (SIZES[1] - SIZES[0]);
  const upper = (large - middle) / (SIZES[2] - SIZES[1]);
  // A slope below 1 ns is noise.
  const growth = Math.max(upper, 1) / Math.max(lower, 1);
  const slope = (large - small) / (SIZES[2] - SIZES[0]);
  const cells = [small, middle, large].map((time) => time.toFixed(0));
  const place = growth > LINEAR ? 'not linear' : '';
  return `| ${[name, ...cells, slope.toFixed(1), growth.toFixed(2), place].join(' | ')} |`;
}

async function timed(task) {
  let calls = 0;
  const began = process.hrtime.bigint();
  let spent;
  do {
    for (let call = 0; call < 10; call++) await task();
    calls += 10;
    spent = Number(process.hrtime.bigint() - began);
  } while (spent < DURATION);
  return spent / calls;
}

function routes(count) {
  const app = createApp();
  for (let at = 0; at < count; at++) {
    app.get(`/things/t${at}/{id}`, (_request, response) => response);
  }
  return get(app, `/things/t${count - 1}/7`);
}

function middleware(count) {
  const app = createApp();
  const route = app.get('/', (_request, response) => response);
  for (let at = 0; at < count; at++) route.add((request, handler) => handler.handle(request));
  return get(app, '/');
}

function responseHeaders(count) {
  const app = createApp();
  const names = Array.from({ length: count }, (_, at) => `X-Name-${at}`);
  app.get('/', (_request, response) =>
    names.reduce((message, name) => message.withHeader(name, 'a'), response),
  );
  return get(app, '/');
}

function fields(count) {
  const text = Array.from({ length: count }, (_, at) => `name${at}=value`).join('&');
  const parsing = bodyParsing({ factories });
  const handler = { handle: () => factories.createResponse() };
  return () =>
    parsing.process(
      factories
        .createServerRequest('POST', 'http://a.test/')
        .withHeader('Content-Type', 'application/x-www-form-urlencoded')
        .withBody(factories.createStream(text)),
      handler,
    );
}

function get(app, path) {
  return () => app.handle(factories.createServerRequest('GET', `http://a.test${path}`));
}
