import type { ParseBody } from '@mortise/app';
import { accepted, merged, object, OptionError } from '@mortise/base/options';
import { bodyParser as parser, bodyParsing as parsing } from '@mortise/body-parsers';
import { xmlParsers } from '@mortise/body-parsers/xml';
import type { MiddlewareInterface } from '@mortise/http-message';
import { factories as defaultFactories } from '@mortise/message';
import type { BodyParsingOptions } from '../app-options.js';

/**
 * Creates middleware that parses JSON, URL-encoded forms and XML, like `bodyParsing` from `@mortise/body-parsers`.
 * Multipart forms need a reader: `multipartForm` from `@mortise/body-parsers/multipart`, on platforms with Node's
 * streams.
 *
 * @throws {OptionError} `OPTION_INVALID`, including for a `multipart` other than `false`
 */
export function bodyParsing(options: BodyParsingOptions = {}): MiddlewareInterface {
  return parsing(complete(options));
}

/** Creates the parser of {@link bodyParsing}. @param path of the options, for error messages */
export function bodyParser(options: BodyParsingOptions, path: string): ParseBody {
  return parser(complete(options, path), path);
}

function complete(given: BodyParsingOptions, path = 'bodyParsing'): BodyParsingOptions {
  accepted<unknown>(object, given, path);
  const { multipart = false, xml = {}, strict = false, factories = defaultFactories } = given;
  if (multipart !== false) {
    const expected =
      "readers: { 'multipart/form-data': multipartForm({ storage }) }, with multipartForm from @mortise/body-parsers/multipart";
    throw new OptionError(`${path}.multipart`, multipart, expected);
  }
  const ofXml = xml === false ? {} : xmlParsers(xml, strict, `${path}.xml`);
  return merged(given, { factories, strict, parsers: { ...ofXml, ...given.parsers } });
}
