import { noteBodyParser } from '@mortise/body-parsers';
import type { ServerRequestInterface } from '@mortise/http-message';
import { type MediaTypeParser, parsersWith } from './media-type-parsers.js';
import { type BodyRules, ParsedBody } from './parsed-body.js';
import { VariantARequest } from './variant-a-request.js';
import type { VariantARequestInterface } from './variant-a-request-interface.js';

/** How a request is decorated. */
export interface DecorationOptions {
  /**
   * Parsers by media type, in addition to those of JSON and URL-encoded forms, or instead of them. That of XML,
   * which an application loads automatically, is `parseXml` of `@mortise/body-parsers/xml`.
   */
  readonly parsers?: Readonly<Record<string, MediaTypeParser>>;

  /** Maximum bytes of a parsed body; a larger one is refused with 413. Default 1 MiB. */
  readonly parsedBodyLimit?: number;

  /** Whether `getMethod` returns the overridden method of a POST request. Default `true`. */
  readonly methodOverride?: boolean;
}

const ONE_MEBIBYTE = 1_048_576;

/** Adds the helpers of variant A to a server request; returns one that already has them. */
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
