import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain';
import { comparable, runVectors, type VectorRow } from '../../../tooling/vectors/index.js';
import { factories as lazy } from '../src/index.js';
import { type Encoded, fromPhp } from './php-value.js';
import { sourceOf } from './source.js';

interface Row extends VectorRow {
  readonly input: { readonly cookie?: Encoded };
  readonly expect: { readonly slim?: Encoded };
}

const subjects = { message: lazy, 'message-plain': plain };

runVectors<Row, HttpFactoriesInterface>({
  file: 'cookies',
  rows: ({ input }) => 'cookie' in input,
  subjects,
  ours: ({ input }, factories) => cookiesOf(factories, ['Cookie', received(input.cookie ?? '')]),
  references: ({ expect: { slim } }) => ({ slim: comparable({ ...(slim as object) }) }),
});

describe.each(Object.entries(subjects))('getCookieParams of %s', (_name, factories) => {
  it('joins the fields that HTTP/2 sends one by one', () => {
    const rawHeaders = ['cookie', 'a=1', 'accept', '*/*', 'cookie', 'b=2'];
    expect(cookiesOf(factories, rawHeaders)).toEqual({ a: '1', b: '2' });
  });
});

function cookiesOf(factories: HttpFactoriesInterface, rawHeaders: readonly string[]): unknown {
  const source = sourceOf({ rawHeaders });
  return { ...factories.createServerRequestFromSource(source).getCookieParams() };
}

/** A server gives the bytes of a header as characters U+0000 to U+00FF. */
function received(header: Encoded): string {
  return typeof header === 'string'
    ? Buffer.from(header).toString('latin1')
    : (fromPhp(header) as string);
}
