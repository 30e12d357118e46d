import { checkNames } from '@mortise/base';
import type { HttpFactoriesInterface, TemporaryStorageInterface } from '@mortise/http-message';
import type { BodyParsingOptions } from '../body-parser.js';
import type { BodyOptions } from '../body-options.js';
import type { BodyParser, BodyParsers, BodyReader, XmlOptions } from '../contract.js';
import { checkMultipartNames, type MultipartFormOptions } from '../multipart/options.js';

/** What the default parsers need besides {@link BodyOptions}. */
export interface DefaultsOptions {
  /** Default: the factories that come with the request. */
  readonly factories?: HttpFactoriesInterface;

  /** Where files of multipart forms are kept, unless `multipart.storage` is set. */
  readonly storage: TemporaryStorageInterface;
}

/**
 * Adds the parsers of XML and multipart forms to options of `bodyParsing`. Both are loaded with the first
 * body of their kind.
 *
 * @throws {TypeError} for an unknown option of `xml` or `multipart`
 */
export function withDefaults<Options extends BodyOptions & Pick<BodyParsingOptions, 'readers'>>(
  options: Options,
  { factories, storage }: DefaultsOptions,
): Options & BodyParsingOptions {
  const { xml = {}, multipart = {}, strict = false, parsers, readers } = options;
  const given = factories === undefined ? {} : { factories };
  return {
    ...options,
    ...given,
    parsers: { ...(xml === false ? {} : xmlParsers(xml, strict)), ...parsers },
    readers: {
      ...(multipart === false
        ? {}
        : { 'multipart/form-data': multipartReader({ storage, ...multipart, ...given }) }),
      ...readers,
    },
  };
}

function xmlParsers(options: XmlOptions, strict: boolean): BodyParsers {
  checkNames(options, { maxDepth: 1 }, (message) => new TypeError(message), 'xml.');
  const parser: BodyParser = {
    parseBytes: async (bytes, type) => {
      const { parseXml, parseXmlStrictly } = await import('../xml/index.js');
      return (strict ? parseXmlStrictly : parseXml)(bytes, type, options);
    },
  };
  return { 'application/xml': parser, 'text/xml': parser };
}

/** Like `multipartForm` of `@mortise/body-parsers/multipart`, which is loaded with the first form. */
export function multipartReader(options: MultipartFormOptions): BodyReader {
  checkMultipartNames(options);
  let reader: BodyReader | null = null;
  return async (request, type) => {
    const { multipartForm } = await import('../multipart/index.js');
    reader ??= multipartForm(options);
    return reader(request, type);
  };
}
