import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { factories } from '@mortise/message';
import { cors, type CorsOptions } from './index.js';

const APP = 'https://app.example';

describe('the options of cors', () => {
  it.each<[string, object]>([
    ['orgins', { orgins: '*' }],
    ['origins', {}],
    ['origins', { origins: APP }],
    ['origins', { origins: '*', credentials: true }],
    ['origins', { origins: (origin: unknown) => Boolean(origin), credentials: true }],
    ['origins[0]', { origins: [`${APP}/`] }],
    ['origins[1]', { origins: [APP, 'app.example'] }],
    ['origins[0]', { origins: ['*'] }],
    ['origins[0]', { origins: ['https://*.example'] }],
    ['origins[0]', { origins: [/example/] }],
    ['methods', { origins: '*', methods: 'GET' }],
    ['methods[0]', { origins: '*', methods: ['GET, PUT'] }],
    ['allowHeaders', { origins: '*', allowHeaders: 'X-A' }],
    ['allowHeaders[1]', { origins: '*', allowHeaders: ['X-A', 'X B'] }],
    ['allowHeaders', { origins: [APP], credentials: true, allowHeaders: ['*'] }],
    ['exposeHeaders', { origins: [APP], credentials: true, exposeHeaders: ['*'] }],
    ['exposeHeaders[0]', { origins: '*', exposeHeaders: ['X-A\r\nSet-Cookie: a'] }],
    ['exposeHeaders[0]', { origins: '*', exposeHeaders: [7] }],
    ['methods[1]', { origins: '*', methods: ['GET', undefined] }],
    ['credentials', { origins: '*', credentials: 'yes' }],
    ['maxAge', { origins: '*', maxAge: -1 }],
    ['maxAge', { origins: '*', maxAge: 1.5 }],
    ['maxAge', { origins: '*', maxAge: '600' }],
    ['factories', { origins: '*', factories: {} }],
    ['factories', { origins: '*', factories: null }],
  ])('refuses %s of %j when the application is configured', (option, options) => {
    const given = { factories, ...options } as unknown as CorsOptions;
    expect(refusalOf(given)).toMatchObject({ code: 'OPTION_INVALID', option: `cors.${option}` });
  });

  it('report the value received, what was expected, and how to write it', () => {
    expect(refusalOf({ factories, origins: ['https://app.example/'] }).message).toBe(
      'invalid cors.origins[0]: received "https://app.example/"; expected an origin as browsers send it, such as "https://app.example"',
    );
  });

  it.each(['*', 'https://*.example'])('say what to write instead of %j in a list', (pattern) => {
    for (const origins of [[pattern], ['https://app.example', pattern]])
      expect(refusalOf({ factories, origins }).message).toBe(
        `invalid cors.origins[${origins.length - 1}]: received ${JSON.stringify(pattern)}; expected an exact origin; write origins: "*" for all, or a function that matches a pattern`,
      );
  });

  it.each<Omit<CorsOptions, 'factories'>>([
    { origins: [] },
    { origins: '*', allowHeaders: ['*'], exposeHeaders: ['*'], methods: ['*'], maxAge: 0 },
    { origins: ['http://localhost:5173', 'null', 'chrome-extension://abcdef'], credentials: true },
  ])('accepts %j', (options) => {
    expect(() => cors({ ...options, factories })).not.toThrow();
  });

  it('are read once: a list that changes later allows no other method', async () => {
    const methods = ['GET'];
    const layer = cors({ factories, origins: '*', methods });
    methods.push('DELETE');
    const preflight = factories
      .createServerRequest('OPTIONS', '/')
      .withHeader('Origin', APP)
      .withHeader('Access-Control-Request-Method', 'DELETE');
    const handle = () => factories.createResponse();
    const response = await layer.process(preflight, { handle });
    expect(response.getHeader('Access-Control-Allow-Methods')).toEqual(['GET']);
  });
});

function refusalOf(options: CorsOptions): OptionError {
  try {
    cors(options);
  } catch (error) {
    if (error instanceof OptionError) return error;
    throw error;
  }
  throw new Error('the options were accepted');
}
