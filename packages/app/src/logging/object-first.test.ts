import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { factories } from '@mortise/message';
import { createApp, objectFirst, type ObjectFirstLogger } from '../index.js';

describe('objectFirst', () => {
  it.each(['trace', 'constructor', '__proto__', undefined])(
    'refuses the level %j of log(), and writes nothing',
    (level) => {
      const lines: string[] = [];
      const logger = objectFirst(pino({ base: null }, { write: (line) => void lines.push(line) }));
      expect(() => {
        logger.log(level as never, 'x');
      }).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', option: 'log.level' }));
      expect(lines).toEqual([]);
    },
  );

  it('passes pino the error itself, with method and target', async () => {
    const lines: string[] = [];
    const logger = objectFirst(pino({ base: null }, { write: (line) => void lines.push(line) }));
    const app = createApp({ factories, logger });
    app.get('/x', () => {
      throw new TypeError('no such shelf');
    });
    await app.handle(factories.createServerRequest('GET', 'http://h.test/x?a=1'));
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      {
        level: 50,
        time: expect.any(Number),
        method: 'GET',
        target: '/x?\u2026',
        err: {
          type: 'TypeError',
          message: 'no such shelf',
          stack: expect.stringContaining('object-first.test'),
        },
        msg: '500 TypeError: no such shelf',
      },
    ]);
  });

  it.each([
    ['emergency', 'fatal'],
    ['alert', 'fatal'],
    ['critical', 'fatal'],
    ['error', 'error'],
    ['warning', 'warn'],
    ['notice', 'info'],
    ['info', 'info'],
    ['debug', 'debug'],
  ] as const)('logs %s as %s', (level, method) => {
    const { calls, logger } = recorder();
    objectFirst(logger)[level]('said', { a: 1 });
    objectFirst(logger).log(level, 'said');
    expect(calls).toStrictEqual([
      [method, { a: 1 }, 'said'],
      [method, {}, 'said'],
    ]);
  });

  it('passes the exception as err, or as data under its name beside an own err of the context', () => {
    const { calls, logger } = recorder();
    const exception = new Error('x');
    objectFirst(logger).error('said', { a: 1, exception });
    objectFirst(logger).error('said', { exception, err: 'mine' });
    objectFirst(logger).error('said', { exception: null });
    expect(calls).toEqual([
      ['error', { err: exception, a: 1 }, 'said'],
      [
        'error',
        { err: 'mine', exception: { type: 'Error', message: 'x', stack: exception.stack } },
        'said',
      ],
      ['error', { err: null }, 'said'],
    ]);
  });

  it('keeps code, cause and inner errors of an exception beside an own err, and ends for one that contains itself', () => {
    const { calls, logger } = recorder();
    const cause = Object.assign(new TypeError('inner'), { code: 'ECONNREFUSED' });
    const exception = Object.assign(new AggregateError([cause, 'text'], 'outer', { cause }), {
      code: 'STORE_DOWN',
      original: cause,
      [Symbol('s')]: 1,
    });
    const inner = {
      type: 'TypeError',
      message: 'inner',
      stack: cause.stack,
      code: 'ECONNREFUSED',
    };
    const round = new Error('round');
    round.cause = round;
    objectFirst(logger).error('said', { err: 'mine', exception });
    objectFirst(logger).error('said', { err: 'mine', exception: round });
    objectFirst(logger).error('said', { err: 'mine', exception: 'text' });
    expect(calls[0]).toEqual([
      'error',
      {
        err: 'mine',
        exception: {
          type: 'AggregateError',
          message: 'outer',
          stack: exception.stack,
          code: 'STORE_DOWN',
          cause: inner,
          errors: [inner, 'text'],
          original: inner,
        },
      },
      'said',
    ]);
    expect(JSON.stringify(calls[1]).match(/"cause":/g)).toHaveLength(5);
    expect(calls[2]).toEqual(['error', { err: 'mine', exception: 'text' }, 'said']);
  });

  it('logs fatal errors at the level error if the logger has no level fatal', () => {
    const { calls, logger } = recorder();
    const { fatal, ...others } = logger;
    objectFirst(others).emergency('down');
    expect([calls, typeof fatal]).toEqual([[['error', {}, 'down']], 'function']);
  });

  it('keeps the `this` of the logger', () => {
    class Logger {
      readonly #lines: unknown[] = [];
      error(...line: unknown[]): void {
        this.#lines.push(line);
      }
      warn(): void {
        return undefined;
      }
      info(): void {
        return undefined;
      }
      debug(): void {
        return undefined;
      }
      get lines(): readonly unknown[] {
        return this.#lines;
      }
    }
    const logger = new Logger();
    objectFirst(logger).error('x');
    expect(logger.lines).toEqual([[{}, 'x']]);
  });

  function recorder(): { calls: unknown[]; logger: Required<ObjectFirstLogger> } {
    const calls: unknown[] = [];
    const at =
      (method: string) =>
      (fields: object, message: string): void =>
        void calls.push([method, fields, message]);
    const logger = {
      fatal: at('fatal'),
      error: at('error'),
      warn: at('warn'),
      info: at('info'),
      debug: at('debug'),
    };
    return { calls, logger };
  }
});
