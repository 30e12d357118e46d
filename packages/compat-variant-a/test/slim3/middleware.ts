import type { ResponseInterface } from '@mortise/http-message';
import type {
  Slim3Middleware,
  VariantARequestInterface,
  VariantAResponseInterface,
} from '../../src/index.js';
import { routeOf } from './echo.js';
import { classOf, type ExceptionInput, exceptionOf } from './exceptions.js';
import { parsers } from './parsers.js';

/** What a middleware of the vectors does, in this order. */
export interface MiddlewareInput {
  readonly trace?: string;
  readonly traceMethod?: true;
  readonly traceRoute?: true;
  readonly attribute?: readonly [string, unknown];
  readonly requestHeader?: readonly [string, string];
  readonly withMethod?: string;
  readonly withPath?: string;
  readonly withParsedBody?: object;
  readonly setArgument?: readonly [string, string];
  readonly registerParser?: string;
  readonly throw?: ExceptionInput;
  readonly halt?: { readonly status: number; readonly text: string };
  readonly returnNonResponse?: true;
  readonly prepend?: string;
  readonly responseHeaderBefore?: readonly [string, string];
  readonly catch?: number;
  readonly twice?: true;
  readonly header?: readonly [string, string];
  readonly addedHeader?: readonly [string, string];
  readonly append?: string;
  readonly setStatus?: number;
  readonly throwAfter?: ExceptionInput;
}

/** A middleware of the vectors. */
export function middlewareOf(
  input: MiddlewareInput,
  trace: (step: string) => void,
): Slim3Middleware {
  return async (given, response, next) => {
    if (input.trace !== undefined) trace(`${input.trace}:before`);
    const request = prepared(input, given, trace);
    if (input.throw !== undefined) throw exceptionOf(input.throw, request, response);
    if (input.halt !== undefined) {
      return response.withStatus(input.halt.status).write(input.halt.text);
    }
    if (input.returnNonResponse) return 'no response' as unknown as ResponseInterface;
    if (input.prepend !== undefined) response.write(input.prepend);
    const { responseHeaderBefore: header } = input;
    const inner = header === undefined ? response : response.withHeader(...header);
    let answer;
    try {
      answer = await next(request, inner);
      if (input.twice) answer = await next(request, inner);
    } catch (error) {
      if (input.catch === undefined) throw error;
      trace(`caught=${classOf(error)}`);
      answer = response.withStatus(input.catch);
    }
    answer = changed(input, answer);
    if (input.throwAfter !== undefined) throw exceptionOf(input.throwAfter, request, response);
    if (input.trace !== undefined) trace(`${input.trace}:after`);
    return answer;
  };
}

function prepared(
  input: MiddlewareInput,
  given: VariantARequestInterface,
  trace: (step: string) => void,
): VariantARequestInterface {
  let request = given;
  if (input.traceMethod) trace(`method=${request.getMethod()}/${request.getOriginalMethod()}`);
  if (input.traceRoute) trace(`route=${routeText(request)}`);
  if (input.attribute !== undefined) request = request.withAttribute(...input.attribute);
  if (input.requestHeader !== undefined) request = request.withHeader(...input.requestHeader);
  if (input.withMethod !== undefined) request = request.withMethod(input.withMethod);
  if (input.withPath !== undefined) {
    request = request.withUri(request.getUri().withPath(input.withPath));
  }
  if (input.withParsedBody !== undefined) request = request.withParsedBody(input.withParsedBody);
  if (input.setArgument !== undefined) routeOf(request)?.setArgument(...input.setArgument);
  const { wrap } = parsers;
  if (input.registerParser !== undefined && wrap !== undefined) {
    request.registerMediaTypeParser(input.registerParser, wrap);
  }
  return request;
}

function changed(
  input: MiddlewareInput,
  given: VariantAResponseInterface,
): VariantAResponseInterface {
  let answer = given;
  if (input.header !== undefined) answer = answer.withHeader(...input.header);
  if (input.addedHeader !== undefined) answer = answer.withAddedHeader(...input.addedHeader);
  if (input.append !== undefined) answer.write(input.append);
  if (input.setStatus !== undefined) answer = answer.withStatus(input.setStatus);
  return answer;
}

function routeText(request: VariantARequestInterface): string {
  const route = routeOf(request);
  if (route === undefined) return 'none';
  const args = JSON.stringify(route.getArguments());
  return `${route.getName() ?? route.getPattern()} ${args === '{}' ? '[]' : args}`;
}
