import { noteBodyParser } from '@mortise/body-parsers';
import type { ServerRequestInterface } from '@mortise/http-message';
import { type MediaTypeParser, parsersWith } from './media-type-parsers.js';
import { type BodyRules, ParsedBody } from './parsed-body.js';
import { VariantARequest } from './variant-a-request.js';
import type { VariantARequestInterface } from './variant-a-request-interface.js';

/** How a request is decorated. */
export interface DecorationOptions {
  /**
   * Parsers by media type, beside those of JSON and URL-encoded forms, or in their place. That of XML,
   * which an application loads by itself, is `parseXml` of `@mortise/body-parsers/xml`.
   */
  readonly parsers?: Readonly<Record<string, MediaTypeParser>>;

  /** Most bytes of a body that is parsed; a larger one is refused with 413. Default 1 MiB. */
  readonly parsedBodyLimit?: number;

  /** Whether `getMethod` gives the method that a POST request names. Default `true`. */
  readonly methodOverride?: boolean;
}

const ONE_MEBIBYTE = 1_048_576;

/** Gives any server request the helpers of variant A; one that has them is given back. */
export function decorateRequest(
  request: ServerRequestInterface,
  options: DecorationOptions = {},
): VariantARequestInterface {
  return asVariantA(request, rulesOf(options), options.methodOverride);
}

/** {@link decorateRequest} with resolved options. */
export function asVariantA(
  request: ServerRequestInterface,
  rules: BodyRules,
  methodOverride = true,
): VariantARequest {
  if (request instanceof VariantARequest) return request;
  noteBodyParser(request);
  const parsed = new ParsedBody(rules, request.getParsedBody() ?? undefined);
  return new VariantARequest(request, parsed, methodOverride ? null : request.getMethod());
}

/** The options with their defaults. */
export function rulesOf({
  parsers,
  parsedBodyLimit = ONE_MEBIBYTE,
}: Pick<DecorationOptions, 'parsers' | 'parsedBodyLimit'>): BodyRules {
  return { parsers: parsersWith(parsers), limit: parsedBodyLimit };
}
