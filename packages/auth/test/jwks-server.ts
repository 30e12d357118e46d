import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Jwk } from '../src/jwt/index.js';

/** A server of a JWK set on a socket, whose response a test can change. */
export interface JwksServer {
  readonly url: string;
  /** The number of requests. */
  requests: number;
  /** What it responds with; the keys by default. */
  listener: RequestListener;
  keys: readonly Jwk[];
  /** Stops it: connections are refused. */
  close(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
}

export async function jwksServer(...keys: readonly Jwk[]): Promise<JwksServer> {
  const listen: RequestListener = (request, response) => {
    server.requests += 1;
    server.listener(request, response);
  };
  let http = createServer(listen);
  await listening(0);
  const { port } = http.address() as AddressInfo;
  const server: JwksServer = {
    url: `http://127.0.0.1:${port}/jwks.json`,
    requests: 0,
    keys,
    listener: (_request, response) => response.end(JSON.stringify({ keys: server.keys })),
    close: () =>
      new Promise((resolve) => {
        http.close(() => {
          resolve();
        });
        http.closeAllConnections();
      }),
    start() {
      http = createServer(listen);
      return listening(port);
    },
  };
  return server;

  function listening(at: number): Promise<void> {
    return new Promise((resolve) => {
      http.listen(at, '127.0.0.1', resolve);
    });
  }
}
