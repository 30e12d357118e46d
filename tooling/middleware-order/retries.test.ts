/** A layer can call its handler again, so add-ons must keep nothing of a request between two passes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { bearerAuth, requireScope } from '@mortise/auth';
import { compression } from '@mortise/compression/node';
import { encryptedCookies, signedCookies } from '@mortise/cookies';
import { cors } from '@mortise/cors';
import { crossOriginProtection, CSRF, csrfTokens } from '@mortise/csrf';
import { etag, httpCache } from '@mortise/http-cache';
import { idempotency } from '@mortise/idempotency';
import { rateLimit } from '@mortise/rate-limit';
import { accessLog, requestId } from '@mortise/request-log';
import { NONCE, CSP_NONCE, secureHeaders } from '@mortise/secure-headers';
import { cookieSession, SESSION, session } from '@mortise/session';
import { staticFiles } from '@mortise/static/node';
import { memoryStore } from '@mortise/store';
import {
  createApp,
  factories,
  type MiddlewareInterface,
  type ServerRequestInterface,
  text,
} from 'mortise';
import { inProcess, type TestClient } from 'mortise/testing';
import { temporaryFolder } from '../testing/temporary-folder.js';

const root = temporaryFolder();
writeFileSync(join(root, 'site.css'), 'body {}');

const keys = ['k'.repeat(32)];
const logger = { error: () => undefined, info: () => undefined };
/** What a page uses of the layers. */
const visit = (request: ServerRequestInterface) => {
  request.getAttribute(SESSION)?.update<number>('visits', (visits) => (visits ?? 0) + 1);
  request.getAttribute(CSRF)?.getTokenValue();
  return request.getAttribute(CSP_NONCE)?.value;
};

it.each<[string, () => readonly MiddlewareInterface[]]>([
  ['accessLog', () => [accessLog(logger)]],
  [
    'bearerAuth and requireScope',
    () => [
      requireScope('read'),
      bearerAuth({ verify: (_request, token) => token === 'a', scopes: () => ['read'] }),
    ],
  ],
  ['compression', () => [compression({ factories })]],
  ['cookieSession', () => [cookieSession({ keys })]],
  ['cors', () => [cors({ factories, origins: ['https://app.example'] })]],
  ['crossOriginProtection', () => [crossOriginProtection()]],
  ['encryptedCookies', () => [encryptedCookies({ keys })]],
  ['etag and httpCache', () => [etag(), httpCache({ factories })]],
  ['idempotency', () => [idempotency({ store: memoryStore(), factories, scope: () => 'ada' })]],
  [
    'rateLimit',
    () => [rateLimit({ store: memoryStore(), policies: [{ name: 'p', limit: 9, window: 60 }] })],
  ],
  ['requestId', () => [requestId()]],
  ['secureHeaders', () => [secureHeaders({ contentSecurityPolicy: { scriptSrc: [NONCE] } })]],
  ['session and csrfTokens', () => [csrfTokens(), session({ store: memoryStore() })]],
  ['signedCookies', () => [signedCookies({ keys })]],
  ['staticFiles', () => [staticFiles({ root, factories })]],
])('%s responds to a request that passes twice as to one that passes once', async (_, layers) => {
  const once = inProcess(siteOf(layers(), 1));
  const twice = inProcess(siteOf(layers(), 2));
  for (const path of ['/', '/site.css', '/none']) {
    expect(await seen(twice, path)).toEqual(await seen(once, path));
  }
});

function siteOf(layers: readonly MiddlewareInterface[], passes: number) {
  const app = createApp({ logger });
  app.get('/', (request, response) => {
    visit(request);
    return text(response, 'page '.repeat(1000));
  });
  for (const layer of layers) app.add(layer);
  app.addErrorMiddleware(false, false, false);
  app.add(async (request, handler) => {
    let response = await handler.handle(request);
    for (let pass = 1; pass < passes; pass++) response = await handler.handle(request);
    return response;
  });
  return app;
}

/** Without the values of headers: ids, nonces and counts differ. */
async function seen(client: TestClient, path: string) {
  const headers = {
    'Accept-Encoding': 'gzip',
    Authorization: 'Bearer a',
    Origin: 'https://app.example',
  };
  const response = await client.get(path, { headers });
  const names = Object.keys(response.getHeaders()).sort();
  const body = await response.getBody().text();
  return { status: response.getStatusCode(), names, body };
}
