import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { serve, type ServeOptions, type ServerHandle } from '../src/index.js';
import { waitForEvent } from './wait-for.js';

/** What a test answers with. */
export type Handle = (request: ServerRequestInterface) => Awaitable<ResponseInterface>;

const running: ServerHandle[] = [];

/** A server on a free port that {@link closeServers} closes. Errors are collected in `errors`. */
export async function serving(
  handle: Handle,
  options: Partial<ServeOptions> = {},
): Promise<ServerHandle & { readonly errors: unknown[] }> {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const server = await serve(
    { handle },
    {
      ...(options.path === undefined && { port: 0 }),
      closeTimeout: 200,
      onError,
      ...options,
      factories: options.factories ?? factories,
    },
  );
  running.push(server);
  return Object.assign(server, { errors });
}

/** For `afterEach`. */
export async function closeServers(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.close()));
}

/** A response with a body in memory. */
export function answer(
  body: Uint8Array | string = '',
  status = 200,
  fields: Readonly<Record<string, string | readonly string[]>> = {},
): ResponseInterface {
  let response = factories.createResponse(status).withBody(factories.createStream(body));
  for (const [name, value] of Object.entries(fields)) response = response.withHeader(name, value);
  return response;
}

/** A response whose body comes in chunks. */
export function streamed(
  chunks: AsyncIterable<Uint8Array>,
  fields: Readonly<Record<string, string>> = {},
): ResponseInterface {
  return answer('', 200, fields).withBody(factories.createStreamFromResource(chunks));
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Something to wait for until the test lets it happen. `opened` rejects when that takes too long. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opening = new Promise<void>((resolve) => (open = resolve));
  return {
    get opened() {
      const opened = waitForEvent('a gate to be opened', opening);
      opened.catch(() => undefined); // perhaps nobody comes to the gate
      return opened;
    },
    open,
  };
}
