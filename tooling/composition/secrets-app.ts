/** One application with everything that writes: logs, traces, metrics, reports of errors and responses to errors. */
import { basicAuth, bearerAuth } from '@mortise/auth';
import { operation } from '@mortise/contract';
import { CSRF, csrfTokens } from '@mortise/csrf';
import { implement } from '@mortise/endpoint/implement';
import { HttpClient } from '@mortise/http-client';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { pinoLogger } from '@mortise/log-pino';
import { metrics } from '@mortise/metrics';
import { openTelemetry } from '@mortise/otel';
import { proxy } from '@mortise/proxy';
import { accessLog, requestId } from '@mortise/request-log';
import { requestContext, requestFields } from '@mortise/request-log/node';
import { session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { BasicTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { type AppInterface, createApp, type MiddlewareFunction, text } from 'mortise';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import * as z from 'zod';

/** Takes what an application has written. */
export type Write = (source: string, written: string) => void;

export interface SecretsApp {
  readonly app: AppInterface;
  readonly registry: Registry;
  /** Ends the connections to other servers. */
  readonly close: () => Promise<void>;
}

/**
 * @param closed URL of a server that is away
 * @param layer outermost, after the id of the request
 */
export function secretsApp(
  factories: HttpFactoriesInterface,
  write: Write,
  closed: string,
  layer?: (log: (line: string) => void) => MiddlewareFunction,
): SecretsApp {
  const registry = new Registry();
  const log = (line: string) => {
    write('log', line);
  };
  const logger = pinoLogger(pino({ level: 'trace', mixin: requestFields }, { write: log }));
  const app = createApp({ factories, logger, body: { strict: true } });
  const client = new HttpClient({ factories, retry: false });
  const forward = proxy({ target: closed, factories });

  pages(app);
  app.any('/forwarded', (request) => forward.handle(request), { body: false });
  app.any('/called', async (request, response) => {
    const call = factories
      .createRequest('GET', `${closed}/?${request.getUri().getQuery()}`)
      .withHeader('Authorization', request.getHeaderLine('Authorization'));
    return response.withBody((await client.sendRequest(call)).getBody());
  });

  app.add(csrfTokens());
  app.add(session({ store: memoryStore(), cookie: { secure: false } }));
  app.add(accessLog(logger));
  app.add(requestContext());
  app.add(metrics({ registry }));
  app.add(openTelemetry({ tracer: tracerTo(write) }));
  if (layer !== undefined) app.add(layer(log));
  app.add(requestId());
  return {
    ...{ app, registry },
    close: async () => {
      await client.close();
      await forward.close();
    },
  };
}

function pages(app: AppInterface): void {
  app.get('/token', (request, response) => {
    sessionOf(request).set('visits', 1);
    return text(response, request.getAttribute(CSRF)?.getTokenValue() ?? '');
  });
  app.any('/saved', (_request, response) => text(response, 'saved'));
  app.any('/fails', () => {
    throw new Error('out of paper');
  });
  app.any('/refused', () => {
    throw Object.assign(new Error('gone home'), { status: 409, expose: true });
  });
  app.any('/slow', () => new Promise<never>(() => undefined), { limits: { handlerTimeout: 20 } });
  const layers = { layers: [bearerAuth({ verify: () => null })] };
  app.any('/bearer', (_request, response) => response, layers);
  const verify = (): never => {
    throw new Error('the directory of people is away');
  };
  const basic = { layers: [basicAuth({ realm: 'a', verify })] };
  app.any('/basic', (_request, response) => response, basic);
  const Person = z.object({ name: z.string(), password: z.string().min(200) });
  const sign = operation('POST', '/typed', {
    ...{ body: Person, query: z.object({ token: z.uuid() }) },
    responses: { 201: Person },
  });
  implement(app, { sign }, { sign: (_request, respond, { body }) => respond(201, body) });
}

function tracerTo(write: Write) {
  const done = () => Promise.resolve();
  const onEnd = ({ name, attributes, events, status, resource }: ReadableSpan) => {
    write('trace', JSON.stringify([name, attributes, events, status, resource.attributes]));
  };
  const processor = { onStart: () => undefined, onEnd, forceFlush: done, shutdown: done };
  return new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('secrets');
}
