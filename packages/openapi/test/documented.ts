import type { EndpointDescription } from '@mortise/contract';
import { endpoint } from '@mortise/endpoint';
import { createApp } from 'mortise';
import { openApiDocument } from '../src/index.js';

export const info = { title: 'A', version: '1' };
export const handler = (_request: unknown, response: never): never => response;

/** The document of an application with one described route. */
export function documented(description: EndpointDescription, pattern = '/a', make = endpoint) {
  const app = createApp();
  app.get(pattern, make(description, handler as never));
  return openApiDocument(app, { info });
}
