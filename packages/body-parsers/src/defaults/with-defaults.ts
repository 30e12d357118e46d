import type { HttpFactoriesInterface, TemporaryStorageInterface } from '@mortise/http-message';
import { accepted } from '@mortise/base/options';
import type { BodyOptions, BodyParsingOptions } from '../body-options.js';
import type { BodyParser, BodyParsers, BodyReader, XmlOptions } from '../contract.js';
import { declaredForm, type MultipartFormOptions } from '../multipart/multipart-options.js';
import { declaredXml, functionsByName } from '../rules.js';

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
 * @param path of the options, for errors
 * @throws {OptionError} for an option of `xml` or `multipart` that is unknown or has a wrong value
 */
export function withDefaults(
  given: BodyOptions & Pick<BodyParsingOptions, 'factories' | 'readers'>,
  { factories, storage }: DefaultsOptions,
  path = 'bodyParsing',
): BodyParsingOptions {
  const { xml = {}, multipart = {}, strict = false } = given;
  // Checked before they are spread: what has no members of its own would be lost.
  const parsers = accepted(functionsByName, given.parsers as never, `${path}.parsers`) as object;
  const readers = accepted(functionsByName, given.readers as never, `${path}.readers`) as object;
  const own = factories === undefined ? {} : { factories };
  return {
    ...given,
    ...own,
    parsers: { ...(xml === false ? {} : xmlParsers(xml, strict, `${path}.xml`)), ...parsers },
    readers: {
      ...(multipart === false
        ? {}
        : {
            'multipart/form-data': multipartReader(
              { storage, ...multipart, ...own },
              `${path}.multipart`,
            ),
          }),
      ...readers,
    },
  };
}

function xmlParsers(given: XmlOptions, strict: boolean, path: string): BodyParsers {
  const checked = declaredXml(given, path);
  const parser: BodyParser = {
    parseBytes: async (bytes, type) => {
      const { parseXml, parseXmlStrictly } = await import('../xml/index.js');
      return (strict ? parseXmlStrictly : parseXml)(bytes, type, checked);
    },
  };
  return { 'application/xml': parser, 'text/xml': parser };
}

/** Like `multipartForm` from `@mortise/body-parsers/multipart`, which is loaded with the first form. */
export function multipartReader(options: MultipartFormOptions, path = 'multipart'): BodyReader {
  declaredForm(options, path);
  let reader: BodyReader | undefined;
  return async (request, type) => {
    // Once: `import()` of a module that has been loaded takes a tenth of the time of a small form.
    if (!reader) {
      const { multipartForm } = await import('../multipart/index.js');
      reader = multipartForm(options);
    }
    return reader(request, type);
  };
}
