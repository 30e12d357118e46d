import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, RequestSource } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { factories as lazy } from '../src/index.js';
import {
  type AnyMessage,
  type Change,
  type Creation,
  GETTERS,
  requests,
  responses,
} from './message-changes.js';
import { soup } from './properties.js';
import { bodyOf, sourceOf } from './source.js';

/** Something done to one of the copies so far. */
interface Step {
  /** How many copies ago it was made. */
  readonly age: number;
  /** A change makes one more copy; a name reads one fact. */
  readonly act: Change | string;
}

const READS = [...GETTERS, 'getBody', 'getHeader', 'getHeaderLine', 'hasHeader', 'getAttribute'];

/** What an adapter may hand over, some of it malformed. */
const source: fc.Arbitrary<Partial<RequestSource>> = fc.record(
  {
    method: fc.constantFrom('GET', 'OPTIONS', 'CONNECT', 'get'),
    target: fc.oneof(
      fc.constantFrom(
        '/',
        '*',
        '//h.test/a',
        'http://x.test:81/a?b',
        'http://%41/',
        'http://a%2Fb/?c',
        'h.test:80',
        '/a?b[]=1&b[]=2',
      ),
      soup('/?#:%aé &=[] *', 12),
    ),
    host: fc.oneof(
      fc.constantFrom('', 'h.test', 'h.test:80', '[::1]:81', '%41', 'a%2Fb'),
      soup('h.:@/[]8 ', 6),
    ),
    scheme: fc.constantFrom('http' as const, 'https' as const),
    rawHeaders: fc
      .array(
        fc.tuple(
          fc.constantFrom('Cookie', 'cookie', 'Host', 'A', 'a', '__proto__', '7'),
          soup('ab=;%41 +', 8).map((value) => value.trim()),
        ),
        { maxLength: 6 },
      )
      .map((fields) => fields.flat()),
    remoteAddress: fc.constantFrom(null, '192.0.2.9'),
    body: fc.constantFrom(null, 'once'),
  },
  { requiredKeys: [] },
) as never;

const received = source.map(
  (members): Creation =>
    (factories) => {
      const { body } = bodyOf([new Uint8Array([97]), new Uint8Array([98, 99])], 3);
      const whole = sourceOf({ ...members, body: members.body === null ? null : body });
      return factories.createServerRequestFromSource(whole) as AnyMessage;
    },
);

describe('the lazy implementation agrees with the plain one', () => {
  it('on any copy of a request, whatever was changed and read before', () => {
    compare(fc.oneof(requests.creation, received), requests.change);
  });

  it('on what is an empty host: an empty line, which two empty values do not have', () => {
    for (const [hosts, kept] of [
      [[''], ['n.test']],
      [
        ['', ''],
        ['', ''],
      ],
    ] as const) {
      for (const factories of [lazy, plain]) {
        const request = factories.createRequest('GET', '/').withHeader('Host', hosts);
        const moved = request.withUri(factories.createUri('http://n.test/'), true);
        expect(moved.getHeader('Host')).toEqual(kept);
      }
    }
  });

  it('on any copy of a response, whatever was changed and read before', () => {
    compare(responses.creation, responses.change);
  });

  it('on every fact of an incoming request, in any order of reading', () => {
    const reads = fc.array(fc.constantFrom(...READS), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(received, reads, (create, names) => {
        const run = (factories: HttpFactoriesInterface) => {
          const message = create(factories);
          return names.map((name) => read(message, name));
        };
        expect(run(lazy)).toEqual(run(plain));
      }),
      { numRuns: numRuns() },
    );
  });
});

/** Both are told the same, step by step; only what a step asks for is read, and all in the end. */
function compare(creation: fc.Arbitrary<Creation>, change: fc.Arbitrary<Change>): void {
  const act = fc.oneof(change, fc.constantFrom(...READS));
  const steps = fc.array(fc.record({ age: fc.nat(3), act }), { maxLength: 20 });
  fc.assert(
    fc.property(creation, steps, (create, all) => {
      expect(answers(lazy, create, all)).toEqual(answers(plain, create, all));
    }),
    { numRuns: numRuns(200) },
  );
}

function answers(
  factories: HttpFactoriesInterface,
  create: Creation,
  steps: readonly Step[],
): unknown[] {
  const copies = [create(factories)];
  const given = steps.map(({ age, act }) => {
    const message = copies.at(-1 - (age % copies.length)) as AnyMessage;
    if (typeof act === 'string') return read(message, act);
    return answer(() => {
      copies.push(act(message, factories));
      return 'one more copy';
    });
  });
  return [given, copies.map((message) => READS.map((name) => [name, read(message, name)]))];
}

function read(message: AnyMessage, name: string): unknown {
  return answer(() => {
    const member = (message as unknown as Record<string, (name: string) => unknown>)[name];
    if (member === undefined) return 'no such member';
    const fact = member.call(message, 'A');
    if (name === 'getUri') return String(fact);
    if (name === 'getUploadedFiles') return Object.keys(fact as object);
    return name === 'getBody' ? bodyFacts(message) : fact;
  });
}

function bodyFacts(message: AnyMessage): unknown {
  const body = message.getBody();
  const rest = body.inMemory();
  return [body.getSize(), body.tell(), body.eof(), rest === null ? null : Buffer.from(rest)];
}

/** What a call gives; of an error what a program may rely on. */
function answer(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    const { code, status, value } = error as { code: unknown; status: unknown; value: unknown };
    return { code, status, value };
  }
}
