import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { methodOverride } from '@mortise/method-override';
import {
  type AppInterface,
  type BodyParsers,
  contentLength,
  type ErrorRenderer,
  htmlErrorRenderer,
  jsonErrorRenderer,
  type MiddlewareFunction,
  plainErrorRenderer,
  RouteContext,
} from '../../src/index.js';
import { contextOf } from './echo.js';
import { bareBody } from './error-page.js';
import { RawObject } from './encoded.js';
import { classNamed, type ExceptionInput, exceptionOf } from './exceptions.js';

/** A middleware of the vectors: one of the stock, or steps of its own. */
export interface MiddlewareInput {
  readonly routing?: true;
  readonly error?: true | ErrorInput;
  readonly bodyParsing?: true | { readonly parsers: Readonly<Record<string, string>> };
  readonly methodOverride?: true;
  readonly contentLength?: true;
  readonly trace?: string;
  readonly traceMethod?: true;
  readonly traceRoute?: true;
  readonly traceContext?: true;
  readonly attribute?: readonly [string, unknown];
  readonly requestHeader?: readonly [string, string];
  readonly withMethod?: string;
  readonly withPath?: string;
  readonly withParsedBody?: object;
  readonly throw?: ExceptionInput;
  readonly halt?: { readonly status: number; readonly text: string };
  readonly catch?: number;
  readonly twice?: true;
  readonly header?: readonly [string, string];
  readonly addedHeader?: readonly [string, string];
  readonly append?: string;
  readonly setStatus?: number;
  readonly throwAfter?: ExceptionInput;
}

interface ErrorInput {
  readonly displayErrorDetails?: boolean;
  readonly handlers?: readonly HandlerInput[];
  readonly default?: string;
  readonly forceContentType?: string;
  readonly renderers?: Readonly<Record<string, string>>;
  readonly defaultRenderer?: readonly [string, string];
}

interface HandlerInput {
  readonly types: string | readonly string[];
  readonly text: string;
  readonly status?: number;
  readonly subclasses?: boolean;
}

type Trace = (step: string) => void;

/** Adds a middleware to an application as its author would. */
export function addTo(app: AppInterface, input: MiddlewareInput, trace: Trace): void {
  if (input.routing) app.addRoutingMiddleware();
  else if (input.error) addErrors(app, input.error === true ? {} : input.error, trace);
  else if (input.bodyParsing) app.addBodyParsingMiddleware(parsersOf(input.bodyParsing));
  else if (input.methodOverride) app.add(methodOverride());
  else if (input.contentLength) app.add(contentLength());
  else app.add(stepsOf(app, input, trace));
}

/** A middleware of its own: the keys in the order that the vectors say. */
export function stepsOf(
  app: AppInterface,
  input: MiddlewareInput,
  trace: Trace,
): MiddlewareFunction {
  return async (incoming, handler) => {
    traceRequest(input, incoming, trace);
    const request = changedRequest(input, incoming);
    if (input.throw) throw exceptionOf(input.throw, request);
    if (input.halt) return written(app, input.halt.status, input.halt.text);
    let response: ResponseInterface;
    try {
      response = await handler.handle(request);
      if (input.twice) response = await handler.handle(request);
    } catch (error) {
      if (input.catch === undefined) throw error;
      trace(`caught=${(error as Error).constructor.name}`);
      response = app.factories.createResponse(input.catch);
    }
    const changed = changedResponse(input, response);
    if (input.throwAfter) throw exceptionOf(input.throwAfter, request);
    if (input.trace !== undefined) trace(`${input.trace}:after`);
    return changed;
  };
}

function traceRequest(input: MiddlewareInput, request: ServerRequestInterface, trace: Trace): void {
  if (input.trace !== undefined) trace(`${input.trace}:before`);
  if (input.traceMethod) trace(`method=${request.getMethod()}`);
  if (input.traceRoute) trace(`route=${routeName(request)}`);
  if (input.traceContext) trace(JSON.stringify(contextOf(request)));
}

function changedRequest(
  input: MiddlewareInput,
  incoming: ServerRequestInterface,
): ServerRequestInterface {
  let request = incoming;
  if (input.attribute) request = request.withAttribute(...input.attribute);
  if (input.requestHeader) request = request.withHeader(...input.requestHeader);
  if (input.withMethod !== undefined) request = request.withMethod(input.withMethod);
  if (input.withPath !== undefined) {
    request = request.withUri(request.getUri().withPath(input.withPath));
  }
  return input.withParsedBody ? request.withParsedBody(input.withParsedBody) : request;
}

function changedResponse(input: MiddlewareInput, inner: ResponseInterface): ResponseInterface {
  let response = inner;
  if (input.header) response = response.withHeader(...input.header);
  if (input.addedHeader) response = response.withAddedHeader(...input.addedHeader);
  if (input.append !== undefined) response.getBody().write(input.append);
  return input.setStatus === undefined ? response : response.withStatus(input.setStatus);
}

function routeName(request: ServerRequestInterface): string {
  try {
    return RouteContext.fromRequest(request).getRoute()?.getName() ?? 'unnamed';
  } catch {
    return 'none';
  }
}

function written(app: AppInterface, status: number, text: string): ResponseInterface {
  const response = app.factories.createResponse(status);
  response.getBody().write(text);
  return response;
}

function addErrors(app: AppInterface, input: ErrorInput, trace: Trace): void {
  const errors = app.addErrorMiddleware(input.displayErrorDetails ?? false, false, false);
  const answering = (text: string, status: number) => () => {
    trace(`errorHandler=${text}`);
    return written(app, status, text);
  };
  for (const { types, text, status = 500, subclasses = false } of input.handlers ?? []) {
    errors.setErrorHandler([types].flat().map(classNamed), answering(text, status), subclasses);
  }
  if (input.default !== undefined) errors.setDefaultErrorHandler(answering(input.default, 500));
  const stock = errors.getDefaultErrorHandler();
  // Slim declares no charset.
  stock.registerErrorRenderer('text/html', htmlErrorRenderer(bareBody));
  stock.registerErrorRenderer('text/plain', plainErrorRenderer);
  for (const [type, text] of Object.entries(input.renderers ?? {})) {
    stock.registerErrorRenderer(type, () => text);
  }
  if (input.defaultRenderer) {
    const [type, text] = input.defaultRenderer;
    const renderer: ErrorRenderer = text === 'json' ? jsonErrorRenderer : () => text;
    stock.setDefaultErrorRenderer(type, renderer);
  }
  if (input.forceContentType !== undefined) stock.forceContentType(input.forceContentType);
}

function parsersOf(input: NonNullable<MiddlewareInput['bodyParsing']>): BodyParsers {
  if (input === true) return {};
  const kinds: Readonly<Record<string, BodyParsers[string]>> = {
    wrap: (raw) => ({ wrapped: raw }),
    null: () => null,
    scalar: () => 1 as unknown as object,
    object: (raw) => new RawObject(raw),
    throw: () => {
      throw new Error('parser failed');
    },
  };
  return Object.fromEntries(
    Object.entries(input.parsers).map(([type, kind]) => [type, kinds[kind] ?? (() => null)]),
  );
}
