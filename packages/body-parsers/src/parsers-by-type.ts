import { andThen, quote } from '@mortise/base';
import { OptionError } from '@mortise/base/options';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import type { MediaType } from '@mortise/http-syntax';
import type { BodyOptions } from './body-options.js';
import type { BodyParser } from './contract.js';
import { decodeText, decodeTextStrictly } from './decode-text.js';
import { byMediaType } from './for-media-type.js';
import { parseFormBody } from './form/parse-form-body.js';
import { FORM } from './mislabeled-json.js';
import { parseJson, parseJsonStrictly } from './json/parse-json.js';

/** Parses the body of a request: a string if it is in memory as a string, otherwise bytes. */
export type Parse = (
  body: Uint8Array | string,
  mediaType: MediaType,
  request: ServerRequestInterface,
) => Awaitable<object | null>;

/**
 * Returns the parsers of `bodyParsing` by media type: those of JSON and forms, and those in the options, which can
 * replace them. `defaults/with-defaults.ts` adds the parsers of XML and multipart forms to the options.
 *
 * @param path of the options, for errors
 * @throws {OptionError} `OPTION_INVALID` for a key that no body could match
 */
export function parsersByType(
  { parsers = {}, strict = false, form = {} }: Pick<BodyOptions, 'form' | 'parsers' | 'strict'>,
  path: string,
): Map<string, Parse> {
  const all = new Map<string, Parse>([
    ['application/json', strict ? parseJsonStrictly : parseJson],
    [FORM, (body, type, request) => parseFormBody(body, type, form, request)],
  ]);
  for (const [type, parser] of byMediaType(parsers, `${path}.parsers`))
    all.set(type, checked(parseWith(parser, strict), `${path}.parsers[${JSON.stringify(type)}]`));
  return all;
}

/** Refuses the result of a custom parser that cannot be a parsed body. @param path of the parser, for errors */
function checked(parse: Parse, path: string): Parse {
  const expected = 'an object, a list, or null to leave the parsed body unset';
  const check = (data: object | null): object | null => {
    if (typeof data === 'object') return data;
    throw new OptionError(path, data, expected, `${path} returned ${quote(data)}`);
  };
  return (...given) => andThen(parse(...given), check);
}

function parseWith(parser: BodyParser, strict: boolean): Parse {
  if (typeof parser === 'function') {
    const decode = strict ? decodeTextStrictly : decodeText;
    return (body, type) => parser(decode(body, type), type);
  }
  return (body, type) =>
    parser.parseBytes(typeof body === 'string' ? new TextEncoder().encode(body) : body, type);
}
