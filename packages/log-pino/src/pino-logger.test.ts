import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { LogContext, LogLevel } from '@mortise/http-message';
import { accessLog, requestId } from '@mortise/request-log';
import { requestContext, requestFields } from '@mortise/request-log/node';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { type Level, pino } from 'pino';
import { type PinoLike, pinoLogger } from './index.js';

type Line = Readonly<Record<string, unknown>>;

function recording(level: Level = 'trace') {
  const lines: Line[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  return { lines, logger: pinoLogger(pino({ level, base: null, timestamp: false }, destination)) };
}

describe('pinoLogger', () => {
  it.each(['fatal', 'error', 'warn', 'info', 'debug'])('needs a logger with %s', (method) => {
    const write = () => undefined;
    const whole = { fatal: write, error: write, warn: write, info: write, debug: write };
    expect(() => pinoLogger(whole)).not.toThrow();
    expect(() => pinoLogger({ ...whole, [method]: undefined })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'pinoLogger.pino' }),
    );
  });

  it('is needed around a logger of pino, whose lines would have no context', () => {
    const expected = 'for pino, write pinoLogger(logger) from @mortise/log-pino';
    for (const [option, use] of [
      ['createApp.logger', () => createApp({ logger: pino() })],
      ['accessLog.logger', () => accessLog(pino())],
    ] as const) {
      const message = expect.stringContaining(expected) as unknown;
      expect(use).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', option, message }));
    }
  });

  it('replaces no placeholder with a member that every object has', () => {
    const { lines, logger } = recording();
    logger.info('{user} {constructor.name} {toString}', { user: 'ann' });
    expect(lines).toMatchObject([{ msg: 'ann {constructor.name} {toString}' }]);
  });

  it('counts only what it inserts', () => {
    const { lines, logger } = recording();
    logger.info(`${'{missing}'.repeat(1000)} {user}`, { user: 'x'.repeat(8192) });
    expect(lines[0]?.['msg']).toBe(`${'{missing}'.repeat(1000)} ${'x'.repeat(8192)}`);
  });

  it('replaces placeholders with members of the context itself, and none without a context', () => {
    const { lines, logger } = recording();
    logger.info('{user}', Object.create({ user: 'ann' }) as LogContext);
    logger.info('{user}');
    logger.info('{user}', null as never);
    logger.log('info', '{user}');
    expect(lines.map(({ msg }) => msg)).toEqual(['{user}', '{user}', '{user}', '{user}']);
  });

  it.each<[LogLevel, number]>([
    ['emergency', 60],
    ['alert', 60],
    ['critical', 60],
    ['error', 50],
    ['warning', 40],
    ['notice', 30],
    ['info', 30],
    ['debug', 20],
  ])('writes %s at level %d, by its method and by log()', (level, number) => {
    const { lines, logger } = recording();
    logger[level]('text', { a: 1 });
    logger.log(level, 'text', { a: 1 });
    expect(lines).toEqual([
      { level: number, a: 1, msg: 'text' },
      { level: number, a: 1, msg: 'text' },
    ]);
  });

  it('writes an error that was passed as the message', () => {
    const { lines, logger } = recording();
    logger.error(new RangeError('shelf {a}') as never, { a: 9 });
    expect(lines).toMatchObject([{ a: 9, msg: 'RangeError: shelf 9' }]);
  });

  it.each<[string, unknown, string]>([
    ['without a prototype', Object.create(null), 'an object'],
    [
      'whose text cannot be made',
      {
        toString() {
          throw new Error('no text');
        },
      },
      'an object',
    ],
    ['that is a symbol', Symbol('a'), 'Symbol(a)'],
  ])('writes a message %s', (_what, message, text) => {
    const { lines, logger } = recording();
    logger.error(message as never);
    logger.log('error', message as never);
    expect(lines.map(({ msg }) => msg)).toEqual([text, text]);
  });

  it.each(['trace', 'fatal', 'constructor', '__proto__', '', undefined])(
    'refuses the level %j of log(), and writes nothing',
    (level) => {
      const { lines, logger } = recording();
      expect(() => {
        logger.log(level as LogLevel, 'x');
      }).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', option: 'log.level' }));
      expect(lines).toEqual([]);
    },
  );

  it('writes an exception although the context has a member err', () => {
    const { lines, logger } = recording();
    logger.error('failed', { err: 'mine', exception: new RangeError('shelf 9') });
    expect(lines).toMatchObject([
      { err: 'mine', exception: { type: 'RangeError', message: 'shelf 9' } },
    ]);
  });

  it.each(['beside a member err', 'alone'])(
    'writes code, and the stacks of causes, of an exception %s',
    (place) => {
      const { lines, logger } = recording();
      const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      const exception = Object.assign(new Error('store down', { cause }), { code: 'STORE_DOWN' });
      const isAlone = place === 'alone';
      logger.error('failed', { ...(!isAlone && { err: 'mine' }), exception });
      const written = lines[0]?.[isAlone ? 'err' : 'exception'] as Line;
      expect(written).toMatchObject({ type: 'Error', code: 'STORE_DOWN' });
      expect(JSON.stringify(written)).toContain(JSON.stringify(cause.stack).slice(1, -1));
    },
  );

  it.each<[string, (error: Error) => Error]>([
    ['that is frozen', (error) => Object.freeze(error)],
    [
      'whose stack throws',
      (error) =>
        Object.defineProperty(error, 'stack', {
          get() {
            throw new Error('no stack');
          },
        }),
    ],
    [
      'that refuses to be marked',
      (error) =>
        new Proxy(error, {
          set() {
            throw new Error('no marks');
          },
        }),
    ],
  ])('writes an exception %s', (_what, change) => {
    const { lines, logger } = recording();
    logger.error('failed', { exception: change(new RangeError('shelf 9')), method: 'GET' });
    const err: unknown = expect.objectContaining({ type: 'RangeError', message: 'shelf 9' });
    expect(lines).toEqual([
      expect.objectContaining({ level: 50, method: 'GET', msg: 'failed', err }),
    ]);
  });

  it('writes an exception with type, message and stack', () => {
    const { lines, logger } = recording();
    const exception = new RangeError('shelf 9');
    logger.error('failed', { exception, method: 'GET' });
    expect(lines).toEqual([
      {
        level: 50,
        method: 'GET',
        err: { type: 'RangeError', message: 'shelf 9', stack: exception.stack },
        msg: 'failed',
      },
    ]);
  });

  it.each<[string, Line, string]>([
    [
      '{user} bought {count}, gift: {gift}',
      { user: 'ann', count: 2, gift: false },
      'ann bought 2, gift: false',
    ],
    ['{user.name}', { 'user.name': 'ann' }, 'ann'],
    ['{missing} {list}', { list: [1] }, '{missing} {list}'],
    ['{toString} {__proto__}', {}, '{toString} {__proto__}'],
    ['{a}', { a: '{b}', b: 'x' }, '{b}'],
    ['{ a } {}', { a: 'x' }, '{ a } {}'],
    ['%s %o', { a: 'x' }, '%s %o'],
    ['cost: {price}', { price: '$& $1' }, 'cost: $& $1'],
  ])('writes %j with %j as %j', (message, context, text) => {
    const { lines, logger } = recording();
    logger.info(message, context);
    expect(lines[0]?.['msg']).toBe(text);
  });

  it('lets pino decide which levels are written', () => {
    const { lines, logger } = recording('error');
    logger.warning('no');
    logger.error('yes');
    expect(lines.map(({ msg }) => msg)).toEqual(['yes']);
  });

  it.each<[string, unknown]>([
    ['the function pino', pino],
    ['console', console],
    ['nothing', undefined],
  ])('refuses %s', (_name, logger) => {
    expect(() => pinoLogger(logger as PinoLike)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'pinoLogger.pino' }),
    );
  });

  it('adds the id of the request to lines of code that does not know the request', async () => {
    const lines: Line[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Line);
    const plain = pino({ base: null, timestamp: false, mixin: requestFields }, { write });
    const logger = pinoLogger(plain);
    const app = createApp({ logger });
    app.get('/', (_request, response) => {
      logger.info('by the adapter');
      plain.child({ module: 'shop' }).info('by a child');
      return response;
    });
    app.add(requestContext());
    app.add(requestId({ create: () => '7' }));
    await inProcess(app).get('/');
    logger.info('outside');
    expect(lines).toEqual([
      { level: 30, requestId: '7', msg: 'by the adapter' },
      { level: 30, module: 'shop', requestId: '7', msg: 'by a child' },
      { level: 30, msg: 'outside' },
    ]);
  });

  it('serves as the logger of an application and of accessLog', async () => {
    const { lines, logger } = recording();
    const app = createApp({ logger });
    app.get('/fail', () => {
      throw new RangeError('shelf 9');
    });
    app.addErrorMiddleware();
    app.add(accessLog(logger));
    await inProcess(app).get('/fail');
    expect(lines).toMatchObject([
      { level: 50, err: { type: 'RangeError' }, method: 'GET', target: '/fail' },
      { level: 30, method: 'GET', path: '/fail', route: '/fail' },
    ]);
  });
});
