import assert from 'node:assert/strict';
import { hashPassword, verifyPassword } from '@mortise/auth/password';
import { toFetchHandler } from '@mortise/fetch';
import { createTemporaryStorage } from '@mortise/message/node';
import { HttpClient } from '@mortise/http-client';
import { proxy } from '@mortise/proxy';
import { factories, handler } from './handler.js';
import { withUploads } from './uploads.js';

assert(await verifyPassword('secret', await hashPassword('secret', 2)));
if ('Bun' in globalThis) {
  const code = 'OPTION_INVALID';
  assert.throws(() => proxy({ target: 'http://a.test' }), { code });
  assert.throws(() => new HttpClient({ factories }), { code });
}
const fetch = toFetchHandler(withUploads(handler, createTemporaryStorage()), { factories });
const options = { hostname: '127.0.0.1', port: 0, onListen: () => undefined };
const { port } =
  'Bun' in globalThis ? Bun.serve({ ...options, fetch }) : Deno.serve(options, fetch).addr;
console.log(`listening on ${port}`);
