import type { MatchedRouteInterface, UrlData, UrlQuery } from '@mortise/app';
import {
  type Slim3Response,
  type PathRouterInterface,
  ROUTE,
  type VariantARequestInterface,
  type VariantAResponseInterface,
} from '../../src/index.js';
import { encode } from '../php-value.js';
import { type ExceptionInput, exceptionOf } from './exceptions.js';

/** What a route of the vectors does. */
export interface EchoInput {
  readonly throw?: ExceptionInput;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly args?: true;
  readonly attributes?: readonly string[];
  readonly method?: true;
  readonly parsedBody?: true;
  readonly route?: true;
  readonly getArgument?: readonly string[];
  readonly url?: readonly UrlCall[];
  readonly json?: unknown;
  readonly jsonStatus?: number;
  readonly withRedirect?: readonly [string, number?];
  readonly returnString?: string;
  readonly returnNull?: true;
}

interface UrlCall {
  readonly fn: 'pathFor' | 'relativePathFor' | 'urlFor' | 'fullUrlFor';
  readonly name: string;
  readonly data?: UrlData;
  readonly query?: UrlQuery;
}

/** Answers as a route of the vectors does. @param args as the strategy gave them */
export function echo(
  input: EchoInput,
  router: PathRouterInterface,
  request: VariantARequestInterface,
  given: VariantAResponseInterface,
  args: unknown,
): Slim3Response {
  if (input.throw !== undefined) throw exceptionOf(input.throw, request, given);
  let response = input.status === undefined ? given : given.withStatus(input.status);
  for (const [name, value] of Object.entries(input.headers ?? {})) {
    response = response.withHeader(name, value);
  }
  for (const part of parts(input, router, request, args)) response.write(part);
  if (input.json !== undefined) response = response.withJson(input.json, input.jsonStatus);
  if (input.withRedirect !== undefined) response = response.withRedirect(...input.withRedirect);
  if (input.returnNull) return null;
  return input.returnString ?? response;
}

function parts(
  input: EchoInput,
  router: PathRouterInterface,
  request: VariantARequestInterface,
  args: unknown,
): readonly string[] {
  const written: string[] = [];
  if (input.text !== undefined) written.push(input.text);
  if (input.args) written.push(JSON.stringify(args));
  if (input.attributes) {
    const values = input.attributes.map((name) => [name, request.getAttribute(name, null)]);
    written.push(JSON.stringify(Object.fromEntries(values)));
  }
  if (input.method) written.push(`${request.getMethod()}/${request.getOriginalMethod()}`);
  if (input.parsedBody) written.push(JSON.stringify(encode(request.getParsedBody())));
  if (input.route) written.push(JSON.stringify(routeFacts(request)));
  if (input.getArgument) {
    const values = input.getArgument.map((name) => [
      name,
      routeOf(request)?.getArgument(name, 'default'),
    ]);
    written.push(JSON.stringify(Object.fromEntries(values)));
  }
  for (const call of input.url ?? []) written.push(`${urlOf(call, router, request)}\n`);
  return written;
}

/** The `route` attribute. */
export function routeOf(request: VariantARequestInterface): MatchedRouteInterface | undefined {
  return request.getAttribute(ROUTE);
}

function routeFacts(request: VariantARequestInterface): object {
  const route = routeOf(request);
  return {
    name: route?.getName(),
    pattern: route?.getPattern(),
    methods: route?.getMethods(),
    arguments: route?.getArguments(),
    identifier: route?.getIdentifier(),
    groups: route?.getGroups().map((group) => group.getPattern()),
  };
}

function urlOf(
  { fn, name, data, query }: UrlCall,
  router: PathRouterInterface,
  request: VariantARequestInterface,
): string {
  try {
    return fn === 'fullUrlFor'
      ? router.fullUrlFor(request.getUri(), name, data, query)
      : router[fn](name, data, query);
  } catch (error) {
    // Messages are informative: up to the semicolon ours says what the reference says.
    return `!InvalidArgumentException: ${(error as Error).message.replace(/;.*/, '')}`;
  }
}
