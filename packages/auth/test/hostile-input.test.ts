import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import fc from 'fast-check';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { growth } from '../../../tooling/testing/growth.js';
import { anyOf, basicAuth, bearerAuth } from '../src/index.js';
import { jwtAuth } from '../src/jwt/index.js';
import { requestWith, respond } from './respond.js';
import { AUDIENCE, claims, hmac, ISSUER, NOW, SECRET, unsigned } from './tokens.js';

const jwt = jwtAuth({
  ...{ keys: [SECRET], algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE },
  ...{ maxLength: 1_000_000, now: () => NOW },
});
const all = anyOf(
  basicAuth({ realm: 'a', verify: () => null }),
  bearerAuth({ verify: () => null }),
  jwt,
);
const REFUSED = [400, 401, 431];
const MARK = 'open-sesame';

describe('any Authorization header', () => {
  it('is refused with 400, 401 or 431, and never with another error', async () => {
    const base64 = fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url'));
    const part = fc.oneof(
      base64,
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
    );
    const header = fc.oneof(
      fc.string({ unit: 'binary-ascii' }).map((text) => text.replace(/[\0\r\n]/g, '')),
      base64.map((text) => `Basic ${text}`),
      fc.array(part, { maxLength: 5 }).map((parts) => `Bearer ${parts.join('.')}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(header, { minLength: 1, maxLength: 2 }), async (values) => {
        const sent = values.map((value) => value.replace(/[^\t\x20-\x7e]/g, '').trim());
        const { error } = await respond(factories, [all], requestWith(factories, ...sent));
        expect(REFUSED).toContain(error?.status);
      }),
      { numRuns: numRuns(300) },
    );
  });
});

describe('any header and payload of a token', () => {
  it('are refused with 401 without a valid signature', async () => {
    const alg = fc.constantFrom<unknown>('HS256', 'none', '', null, ['HS256'], 'HS512', 7);
    const extra = fc.dictionary(
      fc.constantFrom('kid', 'crit', 'b64', 'jwk', 'typ'),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(
        alg,
        extra,
        fc.jsonValue(),
        fc.base64String(),
        async (name, more, payload, end) => {
          const signature = end.replace(/[+/=]/g, '') || 'AA';
          const token = unsigned({ ...more, alg: name }, payload, signature);
          const { error } = await respond(
            factories,
            [jwt],
            requestWith(factories, `Bearer ${token}`),
          );
          expect(error).toMatchObject({ status: 401, code: 'CREDENTIALS_INVALID' });
        },
      ),
      { numRuns: numRuns(300) },
    );
  });
});

describe('credentials', () => {
  it.each<[string, () => Promise<string> | string]>([
    ['a wrong password', () => `Basic ${Buffer.from(`ada:${MARK}`).toString('base64')}`],
    ['a wrong user name', () => `Basic ${Buffer.from(`${MARK}:b`).toString('base64')}`],
    ['a malformed header', () => `Basic ${MARK}`],
    ['an unknown token', () => `Bearer ${MARK}`],
    ['two tokens', () => `Bearer ${MARK} ${MARK}`],
    ['another scheme', () => MARK],
    ['a token with a wrong issuer', async () => `Bearer ${await hmac({ iss: MARK, sub: MARK })}`],
    ['a token with a wrong audience', async () => `Bearer ${await hmac({ aud: MARK })}`],
    ['an expired token', async () => `Bearer ${await hmac({ exp: 1, sub: MARK })}`],
    ['a token with a kid', () => `Bearer ${unsigned({ alg: 'HS256', kid: MARK }, claims, 'AA')}`],
    ['a token of another algorithm', () => `Bearer ${unsigned({ alg: MARK }, claims, 'AA')}`],
  ])('of %s are in no member of the error, no response and no log line', async (_, header) => {
    const lines: unknown[] = [];
    const log = (...line: readonly unknown[]) => lines.push(line);
    const app = createApp({ logger: { error: log, info: log } });
    app.get('/', (_request, response) => response);
    app.add(all);
    const sent = await header();
    const { error } = await respond(factories, [all], requestWith(factories, sent));
    const response = await inProcess(app).get('/', { headers: { Authorization: sent } });
    const [, secret = sent] = sent.split(' ');
    const printed = [error, lines, response.getHeaders(), await response.getBody().text()].map(
      (value) => inspect(value, { depth: 9, showHidden: true }),
    );
    expect([response.getStatusCode() >= 400, lines.length]).toEqual([true, 1]);
    expect(printed.join('\n')).not.toContain(MARK);
    expect(printed.join('\n')).not.toContain(secret);
  });
});

it('takes time linear in the length of a token', async () => {
  for (const [start, piece] of [
    ['Bearer ', 'a'],
    ['Bearer ', '.'],
    ['Bearer ', 'a.'],
    ['Bearer e30.', 'e30'],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.', 'e30'],
  ] as const) {
    const request = (size: number) => requestWith(factories, start + piece.repeat(size));
    const read = (given: ReturnType<typeof request>) => respond(factories, [jwt], given);
    expect([piece, (await growth(request, read, 4_000)) < 10]).toEqual([piece, true]);
  }
});
