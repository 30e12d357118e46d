import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, StreamInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain';
import { bytes } from '../bytes.js';
import { SampleResource } from '../sample-resource.js';
import {
  byteResources,
  byteStreams,
  fileStreams,
  resourceStreams,
  type StreamSubject,
  textStreams,
} from './stream-subjects.js';

const ABC = [bytes('ab'), bytes('c')];

/** Creates a stream of one kind. @returns which factory was called, and its argument */
async function creation(
  subject: (factories: HttpFactoriesInterface) => StreamSubject,
  chunks: readonly Uint8Array[],
): Promise<readonly [string, unknown]> {
  const calls: (readonly [string, unknown])[] = [];
  const noted = (name: string) => (content: unknown) => {
    calls.push([name, content]);
    return stream;
  };
  const stream: StreamInterface = plain.createStream();
  const given = {
    ...plain,
    createStream: noted('text or bytes'),
    createStreamFromResource: noted('resource'),
    createStreamFromFile: noted('file'),
  };
  const { create, factories } = subject(given);
  expect([await create(...chunks), calls.length]).toEqual([stream, 1]);
  expect(factories).toBe(given);
  return calls[0] ?? ['nothing', null];
}

describe('the kind of stream', () => {
  it.each<[string, readonly Uint8Array[], unknown]>([
    ['text', ABC, 'abc'],
    ['text, although a character is split', [Uint8Array.of(0xc3), Uint8Array.of(0xa9)], 'é'],
    ['text with its byte order mark', [Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)], '\ufeffa'],
    ['an empty text', [], ''],
    ['bytes, if they are no text', [Uint8Array.of(0x61, 0xff)], Uint8Array.of(0x61, 0xff)],
  ])('"text in memory" is created from %s', async (_, chunks, content) => {
    expect(await creation(textStreams, chunks)).toEqual(['text or bytes', content]);
  });

  it('"bytes in memory" is created from bytes', async () => {
    expect(await creation(byteStreams, ABC)).toEqual(['text or bytes', bytes('abc')]);
  });

  it('"bytes as a resource" is created from bytes', async () => {
    expect(await creation(byteResources, ABC)).toEqual(['resource', bytes('abc')]);
  });

  it('"chunks from elsewhere" is created from a source of the same chunks, which ends', async () => {
    const [name, source] = await creation(resourceStreams, ABC);
    const chunks: Uint8Array[] = [];
    for await (const chunk of source as AsyncIterable<Uint8Array>) chunks.push(chunk);
    expect([name, source instanceof SampleResource, chunks]).toEqual(['resource', true, ABC]);
  });

  it('"file" is created from the path of a new file with the bytes', async () => {
    const contents: unknown[] = [];
    const files = {
      temporaryFile: (content: Uint8Array) => {
        contents.push(content);
        return Promise.resolve('/tmp/file');
      },
      contents: () => null,
      namesBeside: () => [],
    };
    const created = await creation((factories) => fileStreams(factories, files), ABC);
    expect([created, contents]).toEqual([['file', '/tmp/file'], [bytes('abc')]]);
  });
});
