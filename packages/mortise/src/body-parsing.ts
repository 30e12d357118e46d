import { bodyParser as parser, bodyParsing as parsing } from '@mortise/body-parsers';
import { withDefaults } from '@mortise/body-parsers/defaults';
import type { ParseBody } from '@mortise/app';
import { accepted, object } from '@mortise/base/options';
import type { MiddlewareInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories as defaultFactories } from '@mortise/message/node';
import type { BodyParsingOptions } from './app-options.js';

/**
 * Creates middleware that parses JSON, URL-encoded forms, XML and multipart forms, like `bodyParsing` from
 * `@mortise/body-parsers`. The XML and multipart parsers are loaded on first use.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function bodyParsing(options: BodyParsingOptions = {}): MiddlewareInterface {
  return parsing(complete(options));
}

/** Creates the parser of {@link bodyParsing}. @param path of the options, for error messages */
export function bodyParser(options: BodyParsingOptions, path: string): ParseBody {
  return parser(complete(options, path), path);
}

function complete(options: BodyParsingOptions, path = 'bodyParsing') {
  accepted<unknown>(object, options, path);
  const { factories = defaultFactories } = options;
  return withDefaults(options, { factories, storage: createTemporaryStorage() }, path);
}
