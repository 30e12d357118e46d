import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, StreamInterface, UriInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { factories as lazy } from '../src/index.js';
import { soup } from './properties.js';
import { bodyOf } from './source.js';
import { streamOperation } from './stream-operations.js';
import { anyUri, uriChange } from './uri-texts.js';

describe('the lazy implementation agrees with the plain one', () => {
  it('on URIs, after any changes', () => {
    fc.assert(
      fc.property(anyUri, fc.array(uriChange, { maxLength: 6 }), (text, changes) => {
        const run = (factories: HttpFactoriesInterface): unknown[] => {
          let uri = factories.createUri();
          const step = (change: () => UriInterface): unknown =>
            answer(() => {
              uri = change();
              return [
                String(uri),
                uri.getPort(),
                uri.getBaseUrl(),
                uri.getPath(),
                uri.getUserInfo(),
              ];
            });
          return [
            // Of several faults in one text, either may be told.
            String(step(() => factories.createUri(text))).replace(/^URI_.*/, 'refused'),
            ...changes.map(([method, value]) => step(() => uri[method as 'withPath'](value))),
          ];
        };
        expect(run(lazy)).toEqual(run(plain));
      }),
      { numRuns: numRuns() },
    );
  });

  it('on streams, however they are used', async () => {
    const content = fc.oneof(soup('aé😀\ud83d', 5), fc.array(fc.uint8Array({ maxLength: 5 })));
    const operations = fc.array(streamOperation, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(content, operations, async (given, calls) => {
        const run = async (factories: HttpFactoriesInterface): Promise<unknown[]> => {
          const stream =
            typeof given === 'string'
              ? factories.createStream(given)
              : factories.createStreamFromResource(bodyOf(given).body);
          const answers: unknown[] = [];
          for (const [name, ...args] of calls) answers.push(await call(stream, name, args));
          return answers;
        };
        expect(await run(lazy)).toEqual(await run(plain));
      }),
      { numRuns: numRuns(200) },
    );
  });
});

async function call(
  stream: StreamInterface,
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  try {
    const members = stream as unknown as Record<string, (...all: unknown[]) => unknown>;
    const result = await members[name]?.(...args);
    if (name === 'detach') return result === null ? null : 'the rest';
    const bytes = result instanceof Uint8Array || name === 'inMemory';
    return bytes && result !== null ? Buffer.from(result as string).toString('latin1') : result;
  } catch (error) {
    return (error as { code: unknown }).code;
  }
}

/** What a call gives; the code of the error where it refuses. */
function answer(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return (error as { code: unknown }).code;
  }
}
