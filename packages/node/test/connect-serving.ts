import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import {
  type ConnectHandler,
  type ConnectOptions,
  fromConnect,
  type ServeOptions,
} from '../src/index.js';
import { answer, serving } from './serving.js';
import { lastGet, readResponses, talk, type WireResponse } from './wire.js';

/** What the layers outside and inside the handler do. */
export interface Around {
  readonly inner?: (request: ServerRequestInterface) => Awaitable<ResponseInterface>;
  readonly outer?: (response: ResponseInterface) => Awaitable<ResponseInterface>;
  /** Changes the request on its way in. */
  readonly request?: (request: ServerRequestInterface) => ServerRequestInterface;
  readonly options?: ConnectOptions;
  readonly serve?: Partial<ServeOptions>;
}

/** A server with one Connect-style handler between two layers. */
export function servingConnect(handler: ConnectHandler, around: Around = {}) {
  const { inner = innerResponse, outer, request: change, options, serve } = around;
  const middleware = fromConnect(handler, options);
  return serving(async (request) => {
    const response = await middleware.process(change?.(request) ?? request, { handle: inner });
    return outer?.(response) ?? response;
  }, serve);
}

/** What the application inside responds with, unless a test has it do something else. */
export function innerResponse(): ResponseInterface {
  return answer('inner', 200, { 'X-Inner': 'kept', 'Set-Cookie': ['a=1', 'b=2'] });
}

/** The response to one request, and what the server reports. */
export async function ask(
  handler: ConnectHandler,
  around: Around = {},
  head = lastGet(),
): Promise<WireResponse & { readonly errors: readonly unknown[] }> {
  const { port, errors } = await servingConnect(handler, around);
  const [method = ''] = head.split(' ');
  const [response] = readResponses(await talk(port, head), true, [method]);
  return { ...(response as WireResponse), errors };
}

/** A handler that does nothing else. */
export const passes: ConnectHandler = (_req, _res, next) => {
  next();
};

/** A body that comes bit by bit. */
export async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    await new Promise(setImmediate);
    yield Buffer.from(text);
  }
}
