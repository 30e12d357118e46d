import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { growth } from '../../../tooling/testing/growth.js';
import { allowedOrigin, cors, corsRules, isPreflight } from '../src/index.js';

const LONG = 'a'.repeat(16_384);
const ALLOWED = 'https://app.example';

describe('a page of another origin reads nothing', () => {
  it.each([
    'null',
    'NULL',
    '*',
    `${ALLOWED}/`,
    `${ALLOWED}.evil.example`,
    `${ALLOWED}:8443`,
    `${ALLOWED}@evil.example`,
    `${ALLOWED}, https://evil.example`,
    `${ALLOWED} https://evil.example`,
    'https://evil.example\\.app.example',
    'https://evilapp.example',
    'http://app.example',
    'HTTPS://APP.EXAMPLE',
    'https://app.example%00.evil.example',
    `https://${LONG}`,
  ])('as %j', async (Origin) => {
    const sees = async (origins: Parameters<typeof cors>[0]['origins']) => {
      const app = createApp();
      app.get('/', (_request, response) => text(response, ''));
      app.add(cors({ origins, credentials: true, factories: app.factories }));
      const preflight = { 'Access-Control-Request-Method': 'GET' };
      const responses = [
        await inProcess(app).get('/', { headers: { Origin } }),
        await inProcess(app).request('OPTIONS', '/', { headers: { Origin, ...preflight } }),
      ];
      for (const response of responses) expect(response.getHeaderLine('Vary')).toContain('Origin');
      return responses.map((response) => [
        response.getStatusCode(),
        response.hasHeader('Access-Control-Allow-Origin'),
        response.hasHeader('Access-Control-Allow-Credentials'),
      ]);
    };
    const nothing = [
      [200, false, false],
      [204, false, false],
    ];
    expect(await sees([ALLOWED])).toEqual(nothing);
    expect(await sees((_request, origin) => origin === ALLOWED)).toEqual(nothing);
  });
});

it('a value of a preflight never appears in the response, unless it is an allowed origin', async () => {
  const app = createApp();
  app.add(cors({ origins: [ALLOWED], methods: ['GET', '*'], factories: app.factories }));
  for (const [method, headers] of [
    ['X'.repeat(16_384), LONG],
    ['GET, EVIL', 'X-Evil: 1'],
    ['EVIL METHOD', '*'],
  ] as const) {
    const response = await inProcess(app).request('OPTIONS', '/', {
      headers: {
        Origin: ALLOWED,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': headers,
      },
    });
    const named = response.getHeaderLine('Access-Control-Allow-Methods');
    expect([response.getStatusCode(), named]).toEqual([204, method.includes(' ') ? 'GET' : named]);
    expect(response.getHeaderLine('Vary')).toBe(
      'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    );
    expect(response.hasHeader('Access-Control-Allow-Headers')).toBe(false);
  }
});

it('takes time linear in the length of Origin', async () => {
  const request = factories.createServerRequest('OPTIONS', '/');
  const rules = corsRules({ origins: () => false, factories });
  for (const end of ['', ',', ' ', ':0']) {
    const from = (size: number) =>
      request.withHeader('Origin', `https://${'a-.'.repeat(size)}${end}`);
    const decide = (asked: typeof request) => [isPreflight(asked), allowedOrigin(asked, rules)];
    expect([end, (await growth(from, decide, 20_000)) < 10]).toEqual([end, true]);
  }
});
