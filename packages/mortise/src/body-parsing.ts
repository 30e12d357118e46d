import {
  bodyParser as parser,
  bodyParsing as parsing,
  type BodyOptions,
  type BodyReaders,
} from '@mortise/body-parsers';
import { withDefaults } from '@mortise/body-parsers/defaults';
import type { ParseBody } from '@mortise/app';
import { ensure } from '@mortise/base/options';
import type { HttpFactoriesInterface, MiddlewareInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories as defaultFactories } from '@mortise/message/node';

/** Options of {@link bodyParsing}. */
export interface BodyParsingOptions extends BodyOptions {
  /** The implementation of the messages. Default: that of `@mortise/message`, with files. */
  readonly factories?: HttpFactoriesInterface;

  /** For more types whose body is read chunk by chunk and consumed. */
  readonly readers?: BodyReaders;
}

/**
 * Creates the middleware that parses JSON, URL-encoded forms, XML and multipart forms, as
 * `bodyParsing` of `@mortise/body-parsers`. XML and multipart are loaded with the first body of
 * their kind.
 */
export function bodyParsing(options: BodyParsingOptions = {}): MiddlewareInterface {
  return parsing(complete(options));
}

/** Creates the parser of {@link bodyParsing}. @param path of the options, for errors */
export function bodyParser(options: BodyParsingOptions, path: string): ParseBody {
  return parser(complete(options, path), path);
}

function complete(options: BodyParsingOptions, path = 'bodyParsing') {
  const isObject = typeof options === 'object' && (options as unknown) !== null;
  ensure(isObject, path, options, 'an object');
  const { factories = defaultFactories } = options;
  return withDefaults(options, { factories, storage: createTemporaryStorage() }, path);
}
