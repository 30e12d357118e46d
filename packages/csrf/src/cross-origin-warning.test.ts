import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { crossOriginProtection } from './index.js';

const warnings = notedWarnings();
const refuse = (environment: string, origin: string) => {
  process.env['NODE_ENV'] = environment;
  const layer = crossOriginProtection();
  const request = factories
    .createServerRequest('POST', 'http://localhost:3000/')
    .withHeader('Sec-Fetch-Site', 'same-site');
  const handle = () => factories.createResponse();
  const sent = origin === '' ? request : request.withHeader('Origin', origin);
  for (let count = 0; count < 2; count++)
    expect(() => layer.process(sent, { handle })).toThrow('comes from another site');
};

it('in development, crossOriginProtection warns once of an origin that it refuses', () => {
  refuse('development', 'http://localhost:5173');
  expect(warnings).toEqual([
    {
      message: 'crossOriginProtection() refused a request from a page on http://localhost:5173',
      type: 'MortiseWarning',
      code: 'CROSS_ORIGIN',
      detail:
        'If the page is yours, write crossOriginProtection({ trustedOrigins: ["http://localhost:5173"] }).',
    },
  ]);
});

it('in development, crossOriginProtection says why a page from a file has no origin', () => {
  refuse('development', 'null');
  expect(warnings.map(({ message, detail }) => [message, detail])).toEqual([
    [
      'crossOriginProtection() refused a request from a page without an origin: a local file, or a sandboxed frame',
      'Serve the page over http, for example with staticFiles(), and open its address.',
    ],
  ]);
});

it.each([
  ['production', 'http://localhost:5173'],
  ['development', ''],
  ['development', 'http://a.example/\u00e9'],
])('crossOriginProtection says nothing in %s of the origin %j', (environment, origin) => {
  refuse(environment, origin);
  expect(warnings).toEqual([]);
});
