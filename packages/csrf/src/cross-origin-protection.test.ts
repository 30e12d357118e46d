import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import fc from 'fast-check';
import { createApp, text } from 'mortise';
import { inProcess, overSocket } from 'mortise/testing';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type CrossOriginEvent, crossOriginProtection, crossOriginRefusal } from './index.js';

type Row = readonly [method: string, site: string, origin: string, refusal: string | null];

const OLD = 'CROSS_ORIGIN_OLD_BROWSER';
const rows: readonly Row[] = [
  ['POST', 'same-origin', '', null],
  ['POST', 'none', '', null],
  ['POST', 'cross-site', '', 'CROSS_ORIGIN'],
  ['POST', 'same-site', '', 'CROSS_ORIGIN'],
  ['POST', 'unknown', '', 'CROSS_ORIGIN'],
  ['POST', 'Same-Origin', '', 'CROSS_ORIGIN'],
  ['POST', '', '', null],
  ['POST', '', 'https://example.com', null],
  ['POST', '', 'http://example.com', null],
  ['POST', '', 'https://attacker.example', OLD],
  ['POST', '', 'https://example.com.attacker.example', OLD],
  ['POST', '', 'https://example.com:8443', OLD],
  ['POST', '', 'https://example.com/', OLD],
  ['POST', '', 'https://user@example.com', OLD],
  ['POST', '', 'example.com', OLD],
  ['POST', '', 'null', OLD],
  ['POST', 'same-origin', 'https://attacker.example', null],
  ['POST', 'cross-site', 'https://example.com', 'CROSS_ORIGIN'],
  ['GET', 'cross-site', 'https://attacker.example', null],
  ['HEAD', 'cross-site', '', null],
  ['OPTIONS', 'cross-site', '', null],
  ['PUT', 'cross-site', '', 'CROSS_ORIGIN'],
  ['PATCH', 'cross-site', '', 'CROSS_ORIGIN'],
  ['DELETE', '', 'https://attacker.example', OLD],
  ['QUERY', 'cross-site', '', 'CROSS_ORIGIN'],
  ['TRACE', 'cross-site', '', 'CROSS_ORIGIN'],
  ['get', 'cross-site', '', 'CROSS_ORIGIN'],
];

describe.each(implementations)('crossOriginProtection with %s', (_, factories) => {
  it.each(rows)(
    'decides %s, Sec-Fetch-Site "%s", Origin "%s": %s',
    (method, site, origin, refusal) => {
      expect(crossOriginRefusal(requestOf(factories, method, site, origin), new Set())).toBe(
        refusal,
      );
    },
  );

  it.each<Row>([
    ['POST', 'cross-site', 'https://trusted.example', null],
    ['POST', 'same-site', 'https://trusted.example', null],
    ['POST', '', 'https://trusted.example', null],
    ['POST', 'cross-site', '', 'CROSS_ORIGIN'],
    ['POST', 'cross-site', 'https://trusted.example.attacker.example', 'CROSS_ORIGIN'],
    ['POST', 'cross-site', 'http://trusted.example', 'CROSS_ORIGIN'],
    ['POST', '', 'https://trusted.example:444', OLD],
  ])('decides with a trusted origin %s, "%s", "%s": %s', (method, site, origin, refusal) => {
    const trusted = new Set(['https://trusted.example']);
    expect(crossOriginRefusal(requestOf(factories, method, site, origin), trusted)).toBe(refusal);
  });

  it('compares the port of Origin with that of the host', () => {
    const request = factories
      .createServerRequest('POST', 'http://localhost:8080/')
      .withHeader('Origin', 'http://localhost:8080');
    expect(crossOriginRefusal(request, new Set())).toBeNull();
    expect(
      crossOriginRefusal(request.withHeader('Origin', 'http://localhost:8081'), new Set()),
    ).toBe(OLD);
  });

  it('refuses two values of one header', () => {
    const request = requestOf(factories, 'POST', 'same-origin', '');
    const doubled = request.withAddedHeader('Sec-Fetch-Site', 'same-origin');
    expect(crossOriginRefusal(doubled, new Set())).toBe('CROSS_ORIGIN');
  });

  it.each([
    ['POST', 'GET'],
    ['GET', 'DELETE'],
  ])('refuses %s that an override has made %s', (received, method) => {
    const request = factories
      .createServerRequest(method, 'https://example.com/', { REQUEST_METHOD: received })
      .withHeader('Sec-Fetch-Site', 'cross-site');
    expect(crossOriginRefusal(request, new Set())).toBe('CROSS_ORIGIN');
  });

  it('passes only same-origin, none and no header, for any value of Sec-Fetch-Site', () => {
    const value = fc.string({ unit: fc.constantFrom(...Array.from('same-oriNncx, \t')) });
    fc.assert(
      fc.property(value, (site) => {
        const passes = ['', 'same-origin', 'none'].includes(site.trim());
        const refusal = crossOriginRefusal(requestOf(factories, 'POST', site, ''), new Set());
        expect(refusal === null).toBe(passes);
      }),
      { numRuns: numRuns(300) },
    );
  });

  it('refuses with 403 over a socket, through variant A and through toFetchHandler, and reports it', async () => {
    const events: CrossOriginEvent[] = [];
    const guard = crossOriginProtection({ onEvent: (event) => events.push(event) });
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const app = createApp({ factories });
    app.post('/', (_request, response) => text(response, 'done'));
    app.add(guard);
    const client = overSocket(app);
    const statuses = [await client.post('/', { headers }), await client.post('/')];
    await client.close();

    const older = createVariantA({ factories });
    older.post('/', (_request, response) => response.write('done'));
    older.add(guard);
    statuses.push(await inProcess(older).post('/', { headers }));

    const fetched = await toFetchHandler(app, { factories })(
      new Request('https://h.test/', { method: 'POST', headers }),
    );
    expect([...statuses.map((response) => response.getStatusCode()), fetched.status]).toEqual([
      403, 200, 403, 403,
    ]);
    expect(events.map(({ code }) => code)).toEqual(Array(3).fill('CROSS_ORIGIN'));
  });

  it('reports the refused request with its code, and no other', () => {
    const events: CrossOriginEvent[] = [];
    const guard = crossOriginProtection({
      ...{ trustedOrigins: ['https://a.test'], onEvent: (event) => events.push(event) },
    });
    const passed: unknown[] = [];
    const handle = (request: unknown) => {
      passed.push(request);
      return factories.createResponse();
    };
    const requests = ['https://a.test', 'https://b.test'].map((origin) =>
      requestOf(factories, 'POST', '', origin),
    );
    const [own, other] = requests as [(typeof requests)[0], (typeof requests)[0]];
    void guard.process(own, { handle });
    expect(() => guard.process(other, { handle })).toThrow(
      expect.objectContaining({ code: OLD, status: 403 }),
    );
    expect(passed).toEqual([own]);
    expect(events).toEqual([{ type: 'cross-origin-refused', code: OLD, request: other }]);
    expect(guard.name).toBe('crossOriginProtection');
  });

  it('exempts a route outside the group that it guards', async () => {
    const app = createApp({ factories });
    app.post('/webhook', (_request, response) => text(response, 'hooked'));
    app
      .group('', (site) => {
        site.post('/transfer', (_request, response) => text(response, 'done'));
      })
      .add(crossOriginProtection());
    const client = inProcess(app);
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const asked = ['/webhook', '/transfer'].map((path) => client.post(path, { headers }));
    const statuses = (await Promise.all(asked)).map((response) => response.getStatusCode());
    expect(statuses).toEqual([200, 403]);
  });

  it('creates no promise around a synchronous handler', () => {
    const response = factories.createResponse();
    const request = requestOf(factories, 'POST', 'none', '');
    expect(crossOriginProtection().process(request, { handle: () => response })).toBe(response);
  });
});

describe('the options of crossOriginProtection', () => {
  it.each([
    'https://a.example',
    'http://localhost:8080',
    'chrome-extension://abcdef',
    'tauri://localhost:1420',
    'app://A',
    'https://[::1]:8443',
  ])('accept the origin %s', (origin) => {
    expect(() => crossOriginProtection({ trustedOrigins: [origin] })).not.toThrow();
  });

  it.each([
    'https://a.example/',
    'https://A.example',
    'https://a.example:443',
    'https://a.example/path',
    'https://user@a.example',
    'https://*.example',
    'a.example',
    'null',
    '*',
    '',
    'https://a.example\n',
    'https://1.2.3',
    'App://a',
    'app://a/',
  ])('refuse the origin %j', (origin) => {
    expect(() => crossOriginProtection({ trustedOrigins: [origin] })).toThrow(OptionError);
  });

  it('say how to write an origin', () => {
    expect(() => crossOriginProtection({ trustedOrigins: ['https://A.example:443/x'] })).toThrow(
      'invalid crossOriginProtection.trustedOrigins[0]: received "https://A.example:443/x"; expected an origin as browsers send it: "https://a.example"',
    );
  });

  it.each(['ws://a.example/', 'https://*.example', 'a.example', 7])(
    'show how an origin is written in the message about %p, which has none',
    (origin) => {
      expect(() => crossOriginProtection({ trustedOrigins: [origin as string] })).toThrow(
        'expected an origin as browsers send it: "https://app.example"',
      );
    },
  );

  it.each(['origin', 'origins', 'allowedOrigins'])(
    'name trustedOrigins for %s, as other libraries call it',
    (name) => {
      expect(() => crossOriginProtection({ [name]: [] })).toThrow(
        'expected crossOriginProtection.trustedOrigins',
      );
    },
  );

  it.each([
    [{ trustedOrigins: 'https://a.example' }, 'trustedOrigins'],
    [{ onEvent: 7 }, 'onEvent'],
    [{ origins: [] }, 'origins'],
  ])('refuse %j', (options, option) => {
    expect(() => crossOriginProtection(options as never)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        option: `crossOriginProtection.${option}`,
      }),
    );
  });
});

function requestOf(
  factories: HttpFactoriesInterface,
  method: string,
  site: string,
  origin: string,
) {
  let request = factories.createServerRequest(method, 'https://example.com/');
  if (site !== '') request = request.withHeader('Sec-Fetch-Site', site);
  if (origin !== '') request = request.withHeader('Origin', origin);
  return request;
}
