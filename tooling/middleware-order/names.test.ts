/** The names by which `app.explain()` and error messages show the add-ons. */
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { anyOf, basicAuth, bearerAuth, requireScope } from '@mortise/auth';
import { jwtAuth } from '@mortise/auth/jwt';
import { compression } from '@mortise/compression/node';
import { encryptedCookies, signedCookies } from '@mortise/cookies';
import { cors } from '@mortise/cors';
import { crossOriginProtection, csrfTokens } from '@mortise/csrf';
import { etag, httpCache } from '@mortise/http-cache';
import { health } from '@mortise/health';
import { idempotency } from '@mortise/idempotency';
import { fromConnect } from '@mortise/node';
import { rateLimit } from '@mortise/rate-limit';
import { metrics } from '@mortise/metrics';
import { openTelemetry } from '@mortise/otel';
import { accessLog, requestId } from '@mortise/request-log';
import { requestContext } from '@mortise/request-log/node';
import { secureHeaders } from '@mortise/secure-headers';
import { cookieSession, session } from '@mortise/session';
import { staticFiles } from '@mortise/static/node';
import { memoryStore } from '@mortise/store';
import { view } from '@mortise/view';
import { createApp, methodOverride } from 'mortise';

const keys = ['k'.repeat(32)];
const verify = () => null;
const store = memoryStore();
const { factories } = createApp();

describe('explain', () => {
  it.each(
    Object.entries({
      accessLog: accessLog(console),
      anyOf: anyOf(basicAuth({ realm: 'a', verify }), bearerAuth({ verify })),
      basicAuth: basicAuth({ realm: 'a', verify }),
      bearerAuth: bearerAuth({ verify }),
      compression: compression({ factories }),
      cookieSession: cookieSession({ keys }),
      cors: cors({ factories, origins: '*' }),
      crossOriginProtection: crossOriginProtection(),
      csrfTokens: csrfTokens(),
      encryptedCookies: encryptedCookies({ keys }),
      etag: etag(),
      httpCache: httpCache({ factories }),
      jwtAuth: jwtAuth({ keys, algorithms: ['HS256'], issuer: 'a', audience: 'b' }),
      idempotency: idempotency({ store, factories, scope: () => 'ada' }),
      health: health({ factories }),
      methodOverride: methodOverride(),
      metrics: metrics(),
      openTelemetry: openTelemetry(),
      rateLimit: rateLimit({ store, policies: [{ name: 'p', limit: 1, window: 1 }] }),
      requestContext: requestContext(),
      requestId: requestId(),
      requireScope: requireScope('a'),
      secureHeaders: secureHeaders(),
      session: session({ store }),
      signedCookies: signedCookies({ keys }),
      view: view({ engine: { render: () => null } }),
      staticFiles: staticFiles({ root: tmpdir(), factories }),
      ofExpress: fromConnect(function ofExpress() {}),
      fromConnect: fromConnect(() => undefined),
    }),
  )('shows %s under its name', (name, layer) => {
    expect(createApp().add(layer).explain()).toContain(`middleware "${name}"`);
  });
});
