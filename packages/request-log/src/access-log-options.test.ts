import { describe, expect, it } from '@jest/globals';
import type { LogContext, RequestEnd } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { errorOf } from '../test/error-of.js';
import { accessLog, type AccessLogOptions } from './index.js';

describe('the options of accessLog', () => {
  it('leave it the name that applications list', () => {
    expect(accessLog(console)).toHaveProperty('name', 'accessLog');
  });

  it.each<[string, unknown, object]>([
    ['logger', {}, {}],
    ['logger', undefined, {}],
    ['level', console, { level: 'info' }],
    ['fields', console, { fields: { a: 1 } }],
    ['skip', console, { skip: '/health' }],
    ['query', console, { query: 'yes' }],
    ['now', console, { now: 7 }],
  ])('refuses %s', (option, logger, options) => {
    expect(errorOf(() => accessLog(logger as Console, options))).toMatchObject({
      code: 'OPTION_INVALID',
      option: `accessLog.${option}`,
    });
  });

  it.each<[unknown, number]>([
    [true, 0],
    [false, 1],
    [undefined, 1],
    [1, 1],
    [Promise.resolve(true), 1],
  ])('skip a request only if the function returns true, not %p', async (result, lines) => {
    expect(await contextsWith({ skip: () => result as boolean })).toHaveLength(lines);
  });

  it('log the mistake if fields returns text, whose letters would be the members', async () => {
    const [context] = await contextsWith({ fields: () => 'id=7' as never });
    expect(context?.['exception']).toMatchObject({
      code: 'OPTION_INVALID',
      option: 'accessLog.fields',
    });
  });

  it('leave one line to two copies of the package that have the same logger', async () => {
    const contexts: unknown[] = [];
    const info = (_message: string, context?: LogContext) => void contexts.push(context);
    const logger = { info, error: info };
    const request = factories.createServerRequest('GET', '/');
    request.getLifetime().setValue('mortise.access-loggers', [logger]);
    await accessLog(logger).process(request, { handle: () => factories.createResponse() });
    await request.getLifetime().end({ status: 200, bytes: 0, error: null });
    expect(contexts).toEqual([]);
  });

  it('measure to the end of the request by default, without its cleanups', async () => {
    const [context] = await contextsWith({}, { time: performance.now() + 60_000 });
    expect(Math.round(Number(context?.['ms']) / 1_000)).toBe(60);
    const [own] = await contextsWith({ now: () => 0 }, { time: 60_000 });
    expect(own?.['ms']).toBe(0);
  });

  it('have a clock of milliseconds by default', async () => {
    const before = performance.now();
    const [context] = await contextsWith();
    const ms = Number(context?.['ms']);
    expect([ms >= 0, ms <= performance.now() - before + 0.001]).toEqual([true, true]);
  });
});

async function contextsWith(
  options?: AccessLogOptions,
  end: Partial<RequestEnd> = {},
): Promise<(LogContext | undefined)[]> {
  const contexts: (LogContext | undefined)[] = [];
  const info = (_message: string, context?: LogContext) => void contexts.push(context);
  const request = factories.createServerRequest('GET', '/');
  const handle = () => factories.createResponse();
  await accessLog({ info, error: info }, options).process(request, { handle });
  await request.getLifetime().end({ status: 200, ...end });
  return contexts;
}
