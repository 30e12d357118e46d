/**
 * The names of transactions at Sentry, as the guide "Log and trace" sets them. Sentry is loaded first by `--import`, as its
 * documentation says, whatever the program is.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { FORMATS } from '../release/readme-trial.js';
import { root } from '../setup/packages.js';
import { printedBy } from '../setup/printed.js';
import { fromBuild } from '../testing/from-source.ts';
import { PROCESS_PATIENCE } from '../testing/wait-for.ts';

/** Sentry, with a transport that keeps what it would send. */
const INIT = `import * as Sentry from '@sentry/node';
const kept = (globalThis.kept = []);
Sentry.init({
  dsn: 'https://key@sentry.test/1',
  tracesSampleRate: 1,
  transport: (options) =>
    Sentry.createTransport(options, ({ body }) => {
      kept.push(...Buffer.from(body).toString().split('\\n').filter(Boolean).map(JSON.parse));
      return Promise.resolve({ statusCode: 200 });
    }),
});
`;

/** What stands in place of the last statement of the guide's program. */
const ROUTES = `app.get('/books/{id}', (_request, response, { id }) => json(response, id));
app.get('/fail/{id}', (_request, _response, { id }) => {
  throw new RangeError('shelf ' + id);
});
app.get('/kept', async (_request, response) => {
  await Sentry.flush();
  return json(response, globalThis.kept);
});
const admin = createApp();
admin.get('/users/{name}', (_request, response, { name }) => json(response, name));
app.mount('/admin', admin);
const { port } = await serve(app, { port: 0, onError: report });
console.log('listening on ' + port);
`;

const PATHS = ['/books/7', '/books/8', '/fail/7', '/fail/8', '/nowhere/7', '/admin/users/ada'];
const TRANSACTIONS = [
  ...['GET', 'GET /admin/users/{name}', 'GET /books/{id}', 'GET /books/{id}'],
  ...['GET /fail/{id}', 'GET /fail/{id}'],
];

/** The sources are no CommonJS. */
const formats = process.env.MORTISE_BUILT === '1' ? ['esm', 'commonjs'] : ['esm'];
let child;
afterEach(() => child?.kill('SIGKILL'));

it.each(formats)('transactions and errors are named after the route: %s', async (format) => {
  const guide = readFileSync(join(root, 'docs/guides/log-and-trace.md'), 'utf8');
  const [, code] = /^```js\n([^`]*@sentry.*?)^```/ms.exec(guide);
  const program = `import { json } from 'mortise';\n${code.replace(/^await serve\(.*/m, ROUTES)}`;
  const [init, app] = await Promise.all(
    Object.entries({ init: INIT, app: program }).map(([name, text]) => written(name, text, format)),
  );
  const args = ['--import', init, ...fromBuild(app)];
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const url = `http://127.0.0.1:${await printedBy(child, /listening on (\d+)\s/, PROCESS_PATIENCE)}`;
  for (const path of PATHS) await (await fetch(url + path)).text();
  const { transactions, errors } = await received(url);
  expect(transactions).toEqual(TRANSACTIONS);
  expect(errors).toEqual(['GET /fail/{id} shelf 7', 'GET /fail/{id} shelf 8']);
});

/** The path of a program in a folder where the names of packages resolve. */
async function written(name, text, format) {
  const folder = join(root, '.readme/sentry');
  const { extension, write } = FORMATS[format];
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.${extension}`);
  writeFileSync(file, await write(text, file));
  return file;
}

/** What Sentry received, once it has a transaction for each path: a transaction ends after its response has arrived. */
async function received(url) {
  for (;;) {
    const items = await (await fetch(`${url}/kept`)).json();
    const transactions = items
      .flatMap(({ items: spans = [] }) => spans.filter((span) => span.is_segment))
      .map(({ name }) => name)
      .filter((name) => name !== 'GET /kept');
    const errors = items
      .filter(({ exception }) => exception)
      .map(({ transaction, exception }) => `${transaction} ${exception.values[0].value}`);
    if (transactions.length >= PATHS.length)
      return { transactions: transactions.sort(), errors: errors.sort() };
    await setTimeout(20);
  }
}
