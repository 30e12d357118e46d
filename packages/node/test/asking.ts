import { request as httpRequest } from 'node:http';
import { constants } from 'node:http2';
import { client } from './http2-client.js';
import { waitForEvent } from './wait-for.js';

/** A response as a client gets it. */
export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** A request; GET without a body by default. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks over a connection of its own; over HTTP/2 one that `closeClients` closes. */
export function asking(url: string, path: string, asked: Asked, http2: boolean): Promise<Got> {
  return waitForEvent(
    `the response to ${path}`,
    http2 ? askHttp2(url, path, asked) : askHttp1(url, path, asked),
  );
}

function askHttp1(url: string, path: string, asked: Asked): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = asked;
    httpRequest(url + path, { method, headers, agent: false }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => parts.push(chunk));
      incoming.on('error', reject).on('end', () => {
        const { statusCode = 0, headers: got } = incoming;
        resolve({ status: statusCode, headers: got, body: Buffer.concat(parts) });
      });
    })
      .on('error', reject)
      .end(body);
  });
}

function askHttp2(url: string, path: string, asked: Asked): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = asked;
    const stream = client(url).request({ ':method': method, ':path': path, ...headers });
    const parts: Buffer[] = [];
    let got: Readonly<Record<string, unknown>> = {};
    stream.on('response', (fields) => (got = fields));
    stream.on('data', (chunk: Buffer) => parts.push(chunk));
    stream.on('error', reject).on('end', () => {
      resolve({ status: Number(got[':status']), headers: got, body: Buffer.concat(parts) });
    });
    stream.end(body);
  });
}

/** Asks, and gives the response up at the first bytes of its body. */
export function givingUp(url: string, path: string, http2: boolean): Promise<void> {
  const gaveUp = new Promise<void>((resolve) => {
    if (http2) {
      const stream = client(url).request({ ':path': path });
      stream.once('data', () => {
        stream.close(constants.NGHTTP2_CANCEL, resolve);
      });
      return;
    }
    httpRequest(url + path, { agent: false }, (incoming) => {
      incoming.once('data', () => {
        incoming.destroy();
        resolve();
      });
    }).end();
  });
  return waitForEvent(`the first bytes of ${path}`, gaveUp);
}
