import { format } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { factories } from '@mortise/message';
import { createApp, httpError } from '../index.js';
import { consoleLogger } from './console-logger.js';

describe('consoleLogger', () => {
  const lines: unknown[][] = [];
  beforeEach(() => {
    lines.length = 0;
    jest.spyOn(console, 'error').mockImplementation((...line) => void lines.push(line));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('says which request failed, and the error once', () => {
    const exception = new Error('x');
    consoleLogger.error('500 Error: x', { method: 'GET', target: '/boom?a', exception });
    expect(lines).toEqual([['GET /boom?a: 500', exception]]);
  });

  it('writes the exception even if the target has specifiers of a format', () => {
    const exception = { stack: 'shelf 9' };
    consoleLogger.error('500 Error: x', { method: 'GET', target: '/?%c%o', exception });
    const [line = []] = lines;
    expect(format(...line)).toBe("GET /?%c%o: 500 Error: x { stack: 'shelf 9' }");
  });

  it('writes a single message unchanged', () => {
    consoleLogger.error('out of tea');
    expect(lines).toEqual([['out of tea']]);
  });

  it('is the default of an application, with the exception of each server error', async () => {
    const app = createApp({ factories });
    const exception = new Error('x');
    app.get('/{status}', (_request, _response, { status }) => {
      throw Object.assign(exception, { status: Number(status) });
    });
    for (const path of ['/499', '/500', '/nowhere/1']) {
      await app.handle(factories.createServerRequest('GET', path));
    }
    expect(lines).toEqual([['GET /500: 500', exception]]);
  });

  it('does not log client errors', () => {
    consoleLogger.info('404 HttpNotFoundException: Not found.', { method: 'GET', target: '/' });
    expect(lines).toEqual([]);
  });
});

it('the console as logger of an application gets the context, client errors in one line, whatever the client sends', async () => {
  const lines: string[] = [];
  jest.spyOn(console, 'error').mockImplementation((...line) => void lines.push(format(...line)));
  jest.spyOn(console, 'info').mockImplementation((...line) => void lines.push(format(...line)));
  const app = createApp({ factories, logger: console });
  app.get('/{name}', (_request, _response, { name }) => {
    throw httpError(name === '%c' ? 500 : 400, `unknown: ${name}`);
  });
  for (const path of ['/%25c', '/%25o']) {
    await app.handle(factories.createServerRequest('GET', path));
  }
  jest.restoreAllMocks();
  expect(lines).toEqual([
    expect.stringMatching(/^500 HttpError: unknown: %c \{\s+method: 'GET',/),
    '400 HttpError: unknown: %o method=GET target=/%25o',
  ]);
});
