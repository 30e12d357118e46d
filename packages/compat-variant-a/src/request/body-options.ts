import { methods, optional } from '@mortise/base/options';
import type { HttpFactoriesInterface, TemporaryStorageInterface } from '@mortise/http-message';
import { type BodyReader, type BodyReaders, forMediaType } from '@mortise/body-parsers';
import { multipartReader } from '@mortise/body-parsers/defaults';
import {
  isXmlType,
  loadXmlParser,
  type MediaTypeParser,
  PHP_NAMES,
  parsersWith,
} from './media-type-parsers.js';
import { byType } from './option-rules.js';
import type { BodyRules } from './parsed-body.js';
import type { BodyReading } from './read-in-body.js';

/** How bodies are read and parsed. */
export interface BodyOptions {
  /** Additional parsers by media type, or replacements for the default ones. Default: JSON, URL-encoded forms and XML. */
  readonly parsers?: Readonly<Record<string, MediaTypeParser>> | undefined;

  /**
   * The storage for uploads, and for bodies larger than `parsedBodyLimit`, up to `storedBodyLimit`, until the request
   * ends. Default: none.
   *
   * Without it, multipart forms are not parsed, and larger bodies stay streams: their parsed body is rejected with 413.
   */
  readonly temporaryStorage?: TemporaryStorageInterface | undefined;

  /**
   * Readers by media type, which consume bodies chunk by chunk before the application runs. Default: one for
   * `multipart/form-data`, with the limits of `@mortise/body-parsers`, if there is a temporary storage.
   */
  readonly readers?: BodyReaders | undefined;
}

/** The rules of {@link BodyOptions}. */
export const bodyRules = {
  parsers: optional(byType<MediaTypeParser>('parsers')),
  readers: optional(byType<BodyReader>('readers')),
  temporaryStorage: optional(
    methods('a storage, such as createTemporaryStorage()', 'createWriter'),
  ),
};

type CheckedBodyOptions = { readonly [K in keyof BodyOptions]-?: BodyOptions[K] | undefined };

/** Size limits, in bytes. */
interface BodyLimits {
  readonly parsedBodyLimit: number;
  readonly storedBodyLimit: number;
}

/** Resolves the options: how bodies are read before the application runs, and how they are parsed on demand. */
export function bodyPlan(
  factories: HttpFactoriesInterface,
  { parsedBodyLimit: limit, storedBodyLimit }: BodyLimits,
  { parsers: more, temporaryStorage, readers = {} }: CheckedBodyOptions,
): { readonly rules: BodyRules; readonly reading: BodyReading } {
  const parsers = parsersWith(more);
  const allReaders = new Map(Object.entries(readers));
  if (temporaryStorage !== undefined && !allReaders.has('multipart/form-data')) {
    const reader = multipartReader({ factories, storage: temporaryStorage, ...PHP_NAMES });
    allReaders.set('multipart/form-data', reader);
  }
  const reading: BodyReading = {
    factories,
    limit,
    temporaryStorage: temporaryStorage ?? null,
    // A body that is small enough to be parsed is always read.
    storedLimit: Math.max(limit, storedBodyLimit),
    readers: allReaders,
    load: (type) =>
      isXmlType(type) && forMediaType(parsers, type) === null ? loadXmlParser(parsers) : undefined,
  };
  return { rules: { parsers, limit }, reading };
}
