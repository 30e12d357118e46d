import type { HttpFactoriesInterface, TemporaryStorageInterface } from '@mortise/http-message';
import { accepted, merged } from '@mortise/base/options';
import type { BodyOptions, BodyParsingOptions } from '../body-options.js';
import type { BodyParser, BodyParsers, BodyReader, XmlOptions } from '../contract.js';
import {
  declaredForm,
  type MultipartFormOptions,
  type MultipartOptions,
} from '../multipart/multipart-options.js';
import { declaredXml, functionsByName } from '../rules.js';

/** What the default parsers need in addition to {@link BodyOptions}. */
export interface DefaultsOptions {
  /** Create streams and uploaded files. Default: the request's factories. */
  readonly factories?: HttpFactoriesInterface | undefined;

  /** Stores the files of multipart forms, unless `multipart.storage` is set. */
  readonly storage: TemporaryStorageInterface;
}

/**
 * Adds the parsers of XML and multipart forms to options of `bodyParsing`. Each is loaded when the first such body
 * arrives.
 *
 * @param path the path of the options, for error messages
 * @throws {OptionError} `OPTION_INVALID` if `parsers`, `readers`, or an option of `xml` or `multipart` is invalid
 */
export function withDefaults(
  given: BodyOptions & Pick<BodyParsingOptions, 'factories' | 'readers'>,
  { factories, storage }: DefaultsOptions,
  path = 'bodyParsing',
): BodyParsingOptions {
  const { xml = {}, multipart = {}, strict = false } = given;
  // Checked before they are spread, because spreading ignores values without own members.
  const parsers = accepted(functionsByName, given.parsers as never, `${path}.parsers`) as object;
  const readers = accepted(functionsByName, given.readers as never, `${path}.readers`) as object;
  const own = factories === undefined ? {} : { factories };
  const form = Object(multipart) as MultipartOptions;
  return merged(given, {
    ...own,
    parsers: { ...(xml === false ? {} : xmlParsers(xml, strict, `${path}.xml`)), ...parsers },
    readers: {
      ...(multipart === false
        ? {}
        : {
            'multipart/form-data': multipartReader(
              merged(merged({ storage }, form), own) as MultipartFormOptions,
              `${path}.multipart`,
            ),
          }),
      ...readers,
    },
  });
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

/** Like `multipartForm` from `@mortise/body-parsers/multipart`, which it loads when the first form arrives. */
export function multipartReader(options: MultipartFormOptions, path = 'multipart'): BodyReader {
  declaredForm(options, path);
  let reader: BodyReader | undefined;
  return async (request, type) => {
    // Called once: even for a loaded module, `import()` takes a tenth of the time of a small form.
    if (!reader) {
      const { multipartForm } = await import('../multipart/index.js');
      reader = multipartForm(options);
    }
    return reader(request, type);
  };
}
