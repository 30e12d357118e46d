/**
 * The names of transactions at Sentry, as the guide "Log and trace" sets them, with the published builds. Sentry is
 * loaded first by `--import`, as its documentation says, whatever the program is.
 *
 *     node --test tooling/runtimes/sentry-rules.js
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { printedBy } from '../setup/printed.js';

const folder = fileURLToPath(new URL('served/sentry/', import.meta.url));
const WAYS = {
  'ES modules': ['--import', `${folder}init.mjs`, `${folder}app.mjs`],
  CommonJS: ['--import', `${folder}init.cjs`, `${folder}app.cjs`],
};
const PATHS = ['/books/7', '/books/8', '/fail/7', '/fail/8', '/nowhere/7', '/admin/users/ada'];
const TRANSACTIONS = [
  ...['GET', 'GET /admin/users/{name}', 'GET /books/{id}', 'GET /books/{id}'],
  ...['GET /fail/{id}', 'GET /fail/{id}'],
];

for (const [way, args] of Object.entries(WAYS)) {
  const rule = `transactions and errors are named after the route: ${way}`;
  test(rule, { timeout: 60_000 }, async (context) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    context.after(() => child.kill('SIGKILL'));
    const url = `http://127.0.0.1:${await printedBy(child, /listening on (\d+)\s/, 30_000)}`;
    for (const path of PATHS) await (await fetch(url + path)).text();
    const { transactions, errors } = await whole(url);
    assert.deepEqual(transactions, TRANSACTIONS);
    assert.deepEqual(errors, ['GET /fail/{id} shelf 7', 'GET /fail/{id} shelf 8']);
  });
}

/** What Sentry received, once it has a transaction for each path: a transaction ends after its response has arrived. */
async function whole(url) {
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
