import { afterAll, afterEach } from '@jest/globals';
import type { MiddlewareInterface, RequestHandlerInterface } from '@mortise/http-message';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectHandler, type ConnectOptions, fromConnect } from '../src/index.js';
import { type Asked, asking, type Got } from './asking.js';
import { closeClients } from './http2-client.js';
import { closeServers, type Handle, serving } from './serving.js';

/** A package without types: makes a handler out of its options. */
export type Makes = (options?: unknown, more?: unknown) => ConnectHandler;

export const folder = mkdtempSync(join(tmpdir(), 'connect-'));

afterEach(async () => {
  closeClients();
  await closeServers();
});

export function connect(handler: unknown, options?: ConnectOptions): MiddlewareInterface {
  return fromConnect(handler as ConnectHandler, options);
}

/** A layer that adds a field to whatever comes out of the others. */
export const outermost: MiddlewareInterface = {
  process: async (request, inner) =>
    (await inner.handle(request)).withHeader('X-Outermost', 'there'),
};

export const notFound: Handle = () => {
  throw Object.assign(new Error('nothing here'), { status: 404 });
};

export const protocols = [
  ['HTTP/1.1', false],
  ['HTTP/2', true],
] as const;

/** Serves an application inside layers, the outermost first. */
export function stackOver(http2: boolean) {
  return async (layers: readonly MiddlewareInterface[], handle: Handle) => {
    const handler = layers.reduceRight<RequestHandlerInterface>(
      (inner, layer) => ({ handle: (request) => layer.process(request, inner) }),
      { handle },
    );
    const server = await serving((request) => handler.handle(request), { http2 });
    const ask = (path: string, asked: Asked = {}): Promise<Got> =>
      asking(server.url, path, asked, http2);
    return { ...server, ask };
  };
}

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
