import { joinBytes } from '@mortise/base';
import type { Awaitable, HttpFactoriesInterface, StreamInterface } from '@mortise/http-message';
import type { FileAccess } from '../capabilities.js';
import { SampleResource } from '../sample-resource.js';

/** Creates streams of one kind. */
export interface StreamSubject {
  readonly factories: HttpFactoriesInterface;

  /** Creates a stream at the start of its content. Only streams over a source keep the chunks apart. */
  readonly create: (...chunks: Uint8Array[]) => Awaitable<StreamInterface>;
}

/** Streams over text in memory; over bytes if they are not UTF-8. */
export function textStreams(factories: HttpFactoriesInterface): StreamSubject {
  const create = (...chunks: Uint8Array[]) => {
    const content = joinBytes(chunks);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
    const isText = joinBytes([new TextEncoder().encode(text)]).join() === content.join();
    return factories.createStream(isText ? text : content);
  };
  return { factories, create };
}

/** Streams over bytes in memory. */
export function byteStreams(factories: HttpFactoriesInterface): StreamSubject {
  return { factories, create: (...chunks) => factories.createStream(joinBytes(chunks)) };
}

/** Streams over bytes in memory, created from a resource. */
export function byteResources(factories: HttpFactoriesInterface): StreamSubject {
  return {
    factories,
    create: (...chunks) => factories.createStreamFromResource(joinBytes(chunks)),
  };
}

/** Streams over the chunks of a source. */
export function resourceStreams(factories: HttpFactoriesInterface): StreamSubject {
  return {
    factories,
    create: (...chunks) => factories.createStreamFromResource(new SampleResource(chunks)),
  };
}

/** Streams over files. */
export function fileStreams(factories: HttpFactoriesInterface, files: FileAccess): StreamSubject {
  const create = async (...chunks: Uint8Array[]) =>
    factories.createStreamFromFile(await files.temporaryFile(joinBytes(chunks)));
  return { factories, create };
}
