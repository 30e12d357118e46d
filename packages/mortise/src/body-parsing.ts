import { bodyParser as parser, bodyParsing as parsing } from '@mortise/body-parsers';
import { withDefaults } from '@mortise/body-parsers/defaults';
import type { ParseBody } from '@mortise/app';
import { accepted, object } from '@mortise/base/options';
import type { MiddlewareInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories as defaultFactories } from '@mortise/message/node';
import type { BodyParsingOptions } from './app-options.js';

/**
 * Creates the middleware that parses JSON, URL-encoded forms, XML and multipart forms, as
 * `bodyParsing` from `@mortise/body-parsers`. XML and multipart are loaded with the first body of
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
  accepted<unknown>(object, options, path);
  const { factories = defaultFactories } = options;
  return withDefaults(options, { factories, storage: createTemporaryStorage() }, path);
}
