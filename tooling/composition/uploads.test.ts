/**
 * Forms with files through all layers, in every combination of what a form and its sender can be: tokens, uploaded files,
 * idempotency and sessions inside sessions read one body, and know nothing of each other.
 */
import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { idempotency } from '@mortise/idempotency';
import { factories as lazy } from '@mortise/message/node';
import { factories as plain } from '@mortise/message-plain/node';
import { session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { type AppInterface, text, uploadedFile } from 'mortise';
import { type Adapter, adapters, overFetch, type Served } from './adapters.js';
import { type StateOf, statesOf } from './states-of.js';
import { type Mode, wholeStack } from './whole-stack.js';

/** The values of each dimension. */
const STATES = {
  path: ['/cover', '/nested/cover'],
  token: ['in a field', 'in the header', 'wrong', 'none'],
  file: ['chosen', 'not chosen', 'absent', 'in a list'],
  key: ['none', 'first', 'repeated', 'of another form'],
} as const;

type State = StateOf<typeof STATES>;

/** What the route says of the file. */
const SAID = {
  chosen: 'a.txt: bytes',
  'not chosen': 'error 4',
  absent: 'no file',
  'in a list': 'no file',
} as const;

const isAccepted = ({ token }: State): boolean =>
  token === 'in a field' || token === 'in the header';

/** What follows from a state: the response to the last request, and how many forms the session has counted. */
function expected(state: State) {
  if (!isAccepted(state)) return { status: 403, said: null, isReplayed: false, counted: 0 };
  if (state.key === 'of another form') {
    return { status: 422, said: null, isReplayed: false, counted: 1 };
  }
  const isReplayed = state.key === 'repeated';
  return { status: 200, said: SAID[state.file], isReplayed, counted: 1 };
}

function form(fields: Readonly<Record<string, string>>, file: State['file']): string {
  const part = (disposition: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value));
  if (file !== 'absent') {
    const name = file === 'in a list' ? 'cover[]' : 'cover';
    const isChosen = file !== 'not chosen';
    parts.push(
      part(`name="${name}"; filename="${isChosen ? 'a.txt' : ''}"`, isChosen ? 'bytes' : ''),
    );
  }
  return `${parts.join('')}--x--\r\n`;
}

function withUploads(app: AppInterface): AppInterface {
  const once = idempotency({ store: memoryStore(), scope: () => 'all', required: false });
  const cover = (routes: Pick<AppInterface, 'post'>, path: string): void => {
    routes.post(
      path,
      async (request, response) => {
        sessionOf(request).update('covers', (count) => Number(count ?? 0) + 1);
        const file = uploadedFile(request, 'cover');
        if (file === null) return text(response, 'no file');
        if (file.getError() !== 0) return text(response, `error ${file.getError()}`);
        const content = await file.getStream().text();
        return text(response, `${String(file.getClientFilename())}: ${content}`);
      },
      { layers: [once] },
    );
  };
  cover(app, '/cover');
  const inner = session({ store: memoryStore(), cookie: { secure: false } });
  app.group(
    '/nested',
    (nested) => {
      cover(nested, '/cover');
    },
    { layers: [inner] },
  );
  app.get('/covers', (request, response) =>
    text(response, String(sessionOf(request).get('covers') ?? 0)),
  );
  return app;
}

interface Shared extends Served {
  readonly app: AppInterface;
}

/** Requests share an application, and differ in their sessions and keys. */
async function sharedApp(
  adapter: Adapter,
  factories: HttpFactoriesInterface,
  mode: Mode,
): Promise<Shared> {
  const app = withUploads(wholeStack(factories, mode, [], 10_000).app);
  return { app, ...(await adapter.serve(app)) };
}

/** @param number of the state */
async function answered({ app, send: sendOver }: Shared, state: State, number: number) {
  const { path, token, file, key } = state;
  const get = (from: string, headers = {}) =>
    overFetch(app, { method: 'GET', path: from, headers });
  const page = await get('/token');
  const Cookie = page.headers['set-cookie']?.split(';')[0] ?? '';
  const value = token === 'wrong' ? 'x'.repeat(86) : page.body.toString();
  const isField = token === 'in a field' || token === 'wrong';
  const send = (by: Served['send'], more: Readonly<Record<string, string>> = {}) =>
    by({
      ...{ method: 'POST', path },
      headers: {
        ...{ Cookie, 'Content-Type': 'multipart/form-data; boundary=x' },
        ...(key !== 'none' && { 'Idempotency-Key': `"${number}"` }),
        ...(token === 'in the header' && { 'X-CSRF-Token': value }),
      },
      body: form({ ...(isField && { csrf_name: 'csrf', csrf_value: value }), ...more }, file),
    });
  const before: Served['send'] = (ask) => overFetch(app, ask);
  if (key === 'repeated') await send(before);
  if (key === 'of another form') await send(before, { title: 'Emma' });
  const { status, headers, body } = await send(sendOver);
  const counted = Number((await get('/covers', { Cookie })).body.toString());
  return {
    status,
    said: status === 200 ? body.toString() : null,
    isReplayed: headers['idempotency-replayed'] === 'true',
    counted,
    cookies: headers['set-cookie'] ?? null,
  };
}

const MODES: readonly Mode[] = ['default', 'error middleware'];

describe.each(MODES)('every form with a file (%s)', (mode) => {
  it.each(adapters)('is read once, by all layers, over %s', async (name, adapter) => {
    const apps = [await sharedApp(adapter, lazy, mode), await sharedApp(adapter, plain, mode)];
    const found: unknown[] = [];
    for (const [at, state] of statesOf(STATES).entries()) {
      // 3 has no factor in common with the numbers of values: each pair of them is met.
      if (name !== 'fetch' && at % 3 !== 0) continue;
      const seen = await answered(apps[at % 2] as Shared, state, at);
      // The session exists: its cookie is not sent again.
      const wanted = { ...expected(state), cookies: null };
      if (JSON.stringify(seen) !== JSON.stringify(wanted)) found.push({ state, seen, wanted });
    }
    for (const { close } of apps) await close();
    expect(found.slice(0, 3)).toEqual([]);
  });
});
