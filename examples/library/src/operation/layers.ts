import { fileURLToPath } from 'node:url';
import { compression } from '@mortise/compression/node';
import { crossOriginProtection } from '@mortise/csrf';
import { health } from '@mortise/health';
import { etag, httpCache } from '@mortise/http-cache';
import { metrics } from '@mortise/metrics';
import { openTelemetry } from '@mortise/otel';
import { clientKey, rateLimit } from '@mortise/rate-limit';
import { requestId, serverTimingHeader } from '@mortise/request-log';
import { requestContext } from '@mortise/request-log/node';
import { NONCE, secureHeaders } from '@mortise/secure-headers';
import { session } from '@mortise/session';
import { staticFiles } from '@mortise/static/node';
import { type MiddlewareInterface, methodOverride } from 'mortise';
import type { Registry } from 'prom-client';
import { keepForm } from '../pages/kept-form.js';
import type { Settings } from '../settings.js';
import { requestLog } from './log.js';
import { retryAfter } from './retry-after.js';
import type { Services } from './services.js';

const folder = (path: string): string => fileURLToPath(new URL(`../../${path}/`, import.meta.url));
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The layers around all routes, the first outermost: each request passes them from top to bottom. */
export function applicationLayers(
  { store }: Services,
  settings: Settings,
  write: (line: string) => void,
  registry: Registry,
): readonly MiddlewareInterface[] {
  return [
    health(), // no check of the database: all processes share it, and none would be left to respond
    requestId(),
    openTelemetry(), // costs nothing unless the process was started with an SDK
    // Pages alone: what they cost is no secret here, and no shared cache keeps them.
    serverTimingHeader({
      allow: (request) =>
        request.getMethod() === 'GET' && request.getHeaderLine('Accept').includes('text/html'),
    }),
    requestContext(),
    requestLog(write),
    metrics({ registry }),
    secureHeaders({
      contentSecurityPolicy: {
        scriptSrc: ["'self'", NONCE],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'"],
      },
    }),
    retryAfter,
    compression(),
    httpCache(),
    etag(),
    staticFiles({ root: folder('src/pages/assets'), prefix: '/assets' }),
    staticFiles({ root: folder('data/samples'), prefix: '/samples', strongTags: true }),
    crossOriginProtection(),
    keepForm, // the forms of other sites are refused before
    rateLimit({
      store,
      policies: [{ name: 'changes', limit: settings.changes, window: 60 }],
      key: (request) =>
        SAFE.has(request.getMethod())
          ? null
          : clientKey(request.getServerParams()['REMOTE_ADDR'] ?? ''),
    }),
    session({ store, cookie: { secure: settings.https }, idleTtl: settings.sessionIdle }),
    methodOverride(),
  ];
}
