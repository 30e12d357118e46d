import { describe, expect, it, jest } from '@jest/globals';
import { ROUTED } from '@mortise/base/keys';
import type {
  HttpFactoriesInterface,
  LogContext,
  RequestEnd,
  RoutedInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { accessLog, type AccessLogOptions, requestId } from './index.js';

const WELL: RequestEnd = { status: 200, bytes: 5, error: null, time: 7 };

describe.each(implementations)('accessLog with %s', (_, factories) => {
  const { logged, ended, passed } = logWith(factories);

  it('writes one line at the end of the request, not before', async () => {
    const { lines, logger } = recorder();
    const request = passed(accessLog(logger), factories.createServerRequest('GET', '/books/7'));
    expect(lines).toEqual([]);
    await request.getLifetime().end(WELL);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.message).toBe('GET /books/7 200');
  });

  it('contains method, path, route, status, bytes and milliseconds', async () => {
    let time = 10;
    const context = await logged({
      options: { now: () => (time += 2.5) },
      during: (request) => {
        const route = { outcome: 'found', pattern: '/books/{id}' } as RoutedInterface;
        request.getLifetime().setValue(ROUTED, route);
      },
    });
    expect(context).toEqual({
      method: 'GET',
      path: '/books/7',
      route: '/books/{id}',
      status: 200,
      bytes: 5,
      ms: 2.5,
    });
  });

  it('has no other members for a request without a route, an id and a trace', async () => {
    const context = await logged({ options: { now: () => 0 } });
    expect(context).toStrictEqual({
      method: 'GET',
      path: '/books/7',
      status: 200,
      bytes: 5,
      ms: 0,
    });
  });

  it('rounds milliseconds to microseconds', async () => {
    const times = [1, 3.5006];
    const context = await logged({ options: { now: () => times.shift() ?? 0 } });
    expect(context).toMatchObject({ ms: 2.501 });
  });

  it('has the id that an inner layer set on the request', async () => {
    const { lines, logger } = recorder();
    const request = factories.createServerRequest('GET', '/');
    const log = accessLog(logger);
    const name = requestId({ create: () => 'id-7' });
    await log.process(request, {
      handle: (inner) => name.process(inner, { handle: () => factories.createResponse() }),
    });
    await request.getLifetime().end(WELL);
    expect(lines[0]?.context).toMatchObject({ requestId: 'id-7' });
  });

  it('has the ids of a trace, and ignores broken ones', async () => {
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    expect(await logged({ headers: { traceparent: trace } })).toMatchObject({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      parentId: '00f067aa0ba902b7',
    });
    const broken = await logged({ headers: { traceparent: `${trace}x` } });
    expect(broken).not.toHaveProperty('traceId');
  });

  it('omits the query by default', async () => {
    const target = '/books?token=secret';
    expect(await logged({ target })).toMatchObject({ path: '/books' });
    expect(await logged({ target, options: { query: false } })).toMatchObject({ path: '/books' });
    const context = await logged({ target, options: { query: true } });
    expect(context).toMatchObject({ path: '/books?token=secret' });
  });

  it.each<[string, Partial<RequestEnd>, object]>([
    [
      'nothing was sent',
      { status: null, bytes: 0, error: 'gone' },
      { status: null, aborted: true },
    ],
    [
      'a successful response ended early',
      { status: 200, bytes: 3, error: 'gone' },
      { status: null, aborted: true },
    ],
    [
      'the lifetime was ended without a response',
      { status: null, bytes: 0, error: null },
      { aborted: true },
    ],
  ])('reports no success if %s', async (_name, end, context) => {
    expect(await logged({ end })).toMatchObject(context);
  });

  it.each([400, 404, 500])(
    'is not reported as aborted for an error with a response: %d',
    async (status) => {
      const context = await logged({ end: { status, bytes: 9, error: new Error('x') } });
      expect(context).toMatchObject({ status });
      expect(context).not.toHaveProperty('aborted');
    },
  );

  it('keeps client input on one line', async () => {
    const { lines, logger } = recorder();
    const uri = factories.createUri('/').withPath('/a');
    const request = factories.createServerRequest('GET', uri);
    const forged = {
      getBasePath: () => '',
      getPath: () => '/\r\nGET /forged 200\u2028x',
      getQuery: () => '',
    };
    const handled = new Proxy(request, {
      get: (target, name) => {
        if (name === 'getUri') return () => forged;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    passed(accessLog(logger), handled);
    await request.getLifetime().end(WELL);
    expect(lines[0]?.message).toBe('GET / GET /forged 200 x 200');
  });

  it('adds custom fields, and logs the error instead if they throw', async () => {
    const user = { fields: (_request: unknown, end: RequestEnd) => ({ user: 7, sent: end.bytes }) };
    expect(await logged({ options: user })).toMatchObject({ user: 7, sent: 5, status: 200 });
    const failure = new Error('no user');
    const fields = (): never => {
      throw failure;
    };
    expect(await logged({ options: { fields } })).toMatchObject({
      exception: failure,
      status: 200,
    });
  });

  it('lets custom fields replace members, and gives them and skip the request and its end', async () => {
    const seen: unknown[] = [];
    const note = (request: ServerRequestInterface, end: RequestEnd) => {
      seen.push([request.getUri().getPath(), end]);
    };
    const options: AccessLogOptions = {
      fields: (request, end) => {
        note(request, end);
        return { path: '/hidden', status: 'own' };
      },
      skip: (request, end) => {
        note(request, end);
        return end.status === 204;
      },
    };
    expect(await logged({ options })).toMatchObject({ path: '/hidden', status: 'own', bytes: 5 });
    expect(seen).toEqual([
      ['/books/7', WELL],
      ['/books/7', WELL],
    ]);
    expect(await ended({ options, end: { ...WELL, status: 204 } })).toEqual([]);
  });

  it('has the path in its message as in its context, with the query if configured', async () => {
    const target = '/books?token=secret';
    const messages = await Promise.all(
      [true, false].map(async (query) => (await ended({ target, options: { query } }))[0]?.message),
    );
    expect(messages).toEqual(['GET /books?token=secret 200', 'GET /books 200']);
    const [aborted] = await ended({ end: { status: null, bytes: 0, error: 'gone' } });
    expect(aborted?.message).toBe('GET /books/7 aborted');
  });

  it.each([
    [399, true],
    [400, false],
  ])('counts a response of %d that ended early as aborted: %s', async (status, isAborted) => {
    const context = await logged({ end: { status, bytes: 1, error: 'gone' } });
    expect(context?.['status']).toBe(isAborted ? null : status);
    expect(context?.['aborted']).toBe(isAborted ? true : undefined);
  });

  it.each(['skip', 'fields'])('logs the exception of %s with the line', async (option) => {
    const exception = new Error('no such header');
    const failing = (): never => {
      throw exception;
    };
    const lines = await ended({ options: { [option]: failing } });
    expect(lines).toMatchObject([{ context: { status: 200, exception } }]);
  });

  it('skips requests as configured', async () => {
    const skip = (request: ServerRequestInterface) => request.getUri().getPath() === '/health';
    expect(await ended({ target: '/health', options: { skip } })).toEqual([]);
    expect(await ended({ target: '/', options: { skip } })).toHaveLength(1);
  });

  it('writes one line for a request that passes through twice', async () => {
    const { lines, logger } = recorder();
    const middleware = accessLog(logger);
    const request = passed(middleware, factories.createServerRequest('GET', '/'));
    passed(middleware, request);
    await request.getLifetime().end(WELL);
    expect(lines).toHaveLength(1);
  });

  it('writes one line to each of two loggers, even if the first is added again', async () => {
    const [one, other] = [recorder(), recorder()];
    const request = passed(accessLog(one.logger), factories.createServerRequest('GET', '/'));
    passed(accessLog(other.logger), request);
    passed(accessLog(one.logger), request);
    await request.getLifetime().end(WELL);
    expect([one.lines.length, other.lines.length]).toEqual([1, 1]);
  });

  it('returns what the handler returns, without waiting', () => {
    const response = factories.createResponse();
    const later = Promise.resolve(response);
    for (const given of [response, later]) {
      const request = factories.createServerRequest('GET', '/');
      expect(accessLog(recorder().logger).process(request, { handle: () => given })).toBe(given);
    }
  });
});

describe('accessLog of the console', () => {
  const end: Partial<RequestEnd> = { status: 404, bytes: 3, error: null };

  async function printed(options: AccessLogOptions): Promise<unknown[][]> {
    const info = jest.spyOn(console, 'info').mockReturnValue();
    const [, factories] = implementations[0] as (typeof implementations)[0];
    const { passed } = logWith(factories);
    const request = factories.createServerRequest('GET', '/books/7');
    passed(accessLog(console, { now: () => 0, ...options }), request);
    await request.getLifetime().end(end);
    const { calls } = info.mock;
    info.mockRestore();
    return calls;
  }

  it('prints one text, and nothing twice', async () => {
    expect(await printed({})).toEqual([['GET /books/7 404 bytes=3 ms=0']]);
  });

  it('prints all custom fields, including those that replace a member', async () => {
    const fields = () => ({ path: '/hidden', user: { id: 7 } });
    expect(await printed({ fields })).toEqual([
      ['GET /books/7 404 bytes=3 ms=0 path=/hidden user={"id":7}'],
    ]);
  });

  it('prints the error of custom fields without its stack', async () => {
    const fields = (): never => {
      throw new Error('no user');
    };
    expect(await printed({ fields })).toEqual([
      ['GET /books/7 404 bytes=3 ms=0 exception="Error: no user"'],
    ]);
  });
});

interface Line {
  readonly message: string;
  readonly context: LogContext | undefined;
}

interface Case {
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: AccessLogOptions;
  readonly during?: (request: ServerRequestInterface) => void;
  readonly end?: Partial<RequestEnd>;
}

function recorder() {
  const lines: Line[] = [];
  const info = (message: string, context?: LogContext) => void lines.push({ message, context });
  return { lines, logger: { info, error: info } };
}

function logWith(factories: HttpFactoriesInterface) {
  const passed = (
    middleware: ReturnType<typeof accessLog>,
    request: ServerRequestInterface,
    during?: Case['during'],
  ) => {
    void middleware.process(request, {
      handle: (inner) => {
        during?.(inner);
        return factories.createResponse();
      },
    });
    return request;
  };
  const ended = async ({
    target = '/books/7',
    headers = {},
    options,
    during,
    end = WELL,
  }: Case) => {
    const { lines, logger } = recorder();
    let request = factories.createServerRequest('GET', `http://a.example${target}`);
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    passed(accessLog(logger, options), request, during);
    await request.getLifetime().end(end);
    return lines;
  };
  const logged = async (given: Case) => (await ended(given))[0]?.context;
  return { passed, ended, logged };
}
