import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import { type AppInterface, createApp } from 'mortise';
import { inProcess, type TestRequest } from 'mortise/testing';
import { loggedErrors } from './logged-errors.js';

/** The parts of a response that tests read. */
export interface Received {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
  readonly response: ResponseInterface;
}

/** An application for endpoints, and a function that sends requests to it; errors are sent as problems. */
export function api(factories: HttpFactoriesInterface, parsesBodies = true) {
  const { logger, texts } = loggedErrors();
  const app: AppInterface = createApp({ factories, logger });
  if (parsesBodies) app.addBodyParsingMiddleware();
  const client = inProcess(app);
  const send = async (method: string, target: string, request: TestRequest = {}) => {
    const headers = { Accept: 'application/problem+json', ...request.headers };
    return received(await client.request(method, target, { ...request, headers }));
  };
  return { app, send, logged: texts };
}

/** Reads a response: a JSON body as its value, an empty one as ''. */
export async function received(response: ResponseInterface): Promise<Received> {
  const type = response.getHeaderLine('Content-Type');
  const text = await response.getBody().text();
  const body: unknown = type.includes('json') && text !== '' ? JSON.parse(text) : text;
  return { status: response.getStatusCode(), type, body, response };
}

/** A multipart form of parts, each with its `Content-Disposition` parameters and further headers. */
export function multipart(
  ...parts: readonly (readonly [head: string, content: string])[]
): TestRequest {
  const text = parts
    .map(
      ([head, content]) => `--xx\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`,
    )
    .join('');
  return {
    headers: { 'Content-Type': 'multipart/form-data; boundary=xx' },
    body: `${text}--xx--\r\n`,
  };
}

/** The head of a part that is a file. */
export function fileHead(name: string, type: string, filename = 'x'): string {
  return `name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`;
}
