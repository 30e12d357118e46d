import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { RouteContext, type UrlData, type UrlQuery } from '../../src/index.js';
import { encode } from './encoded.js';
import { type ExceptionInput, exceptionOf } from './exceptions.js';

/** What a route of the vectors does. */
export interface EchoInput {
  readonly throw?: ExceptionInput;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly text?: string;
  readonly args?: true;
  readonly attributes?: readonly string[];
  readonly method?: true;
  readonly body?: true;
  readonly query?: true;
  readonly parsedBody?: true;
  readonly path?: true;
  readonly routeContext?: true;
  readonly url?: readonly UrlCall[];
}

interface UrlCall {
  readonly fn: 'urlFor' | 'relativeUrlFor' | 'fullUrlFor';
  readonly name: string;
  readonly data?: UrlData;
  readonly query?: UrlQuery;
}

/** Answers as a route of the vectors does. @param args as the strategy gave them */
export async function echo(
  input: EchoInput,
  request: ServerRequestInterface,
  response: ResponseInterface,
  args: unknown,
): Promise<ResponseInterface> {
  if (input.throw !== undefined) throw exceptionOf(input.throw, request);
  let result = input.status === undefined ? response : response.withStatus(input.status);
  for (const [name, value] of Object.entries(input.headers ?? {})) {
    result = result.withHeader(name, value);
  }
  const body = result.getBody();
  for (const part of await parts(input, request, args)) body.write(part);
  return result;
}

async function parts(
  input: EchoInput,
  request: ServerRequestInterface,
  args: unknown,
): Promise<readonly string[]> {
  const written: string[] = [];
  if (input.text !== undefined) written.push(input.text);
  if (input.args) written.push(JSON.stringify(args));
  if (input.attributes) {
    const values = input.attributes.map((name) => [name, request.getAttribute(name, null)]);
    written.push(JSON.stringify(Object.fromEntries(values)));
  }
  if (input.method) written.push(request.getMethod());
  if (input.body) written.push(await request.getBody().text());
  if (input.query) written.push(JSON.stringify(encode(request.getQueryParams())));
  if (input.parsedBody) written.push(JSON.stringify(encode(request.getParsedBody())));
  if (input.path) written.push(request.getUri().getPath());
  if (input.routeContext) written.push(JSON.stringify(contextOf(request)));
  for (const call of input.url ?? []) written.push(`${urlOf(call, request)}\n`);
  return written;
}

/** The context as the vectors have it. */
export function contextOf(request: ServerRequestInterface): object {
  let context: RouteContext;
  try {
    context = RouteContext.fromRequest(request);
  } catch {
    return { error: 'Cannot create RouteContext before routing has been completed' };
  }
  const route = context.getRoute();
  return {
    basePath: context.getBasePath(),
    status: context.getRoutingResults().kind,
    name: route?.getName(),
    pattern: route?.getPattern(),
    methods: route?.getMethods(),
    arguments: route?.getArguments(),
    identifier: route?.getIdentifier(),
    groups: route?.getGroups().map((group) => group.getPattern()),
  };
}

function urlOf({ fn, name, data, query }: UrlCall, request: ServerRequestInterface): string {
  const parser = RouteContext.fromRequest(request).getRouteParser();
  try {
    return fn === 'fullUrlFor'
      ? parser.fullUrlFor(request.getUri(), name, data, query)
      : parser[fn](name, data, query);
  } catch (error) {
    // Messages are informative: up to the semicolon ours says what the reference says.
    return `!InvalidArgumentException: ${(error as Error).message.replace(/;.*/, '')}`;
  }
}
