import { boolean, optional, options as declare, or } from '@mortise/base/options';
import { noteBodyParser } from '@mortise/body-parsers';
import { DEFAULT_BODY_LIMIT } from '@mortise/body-parsers/defaults';
import type { ServerRequestInterface } from '@mortise/http-message';
import { type MediaTypeParser, parsersWith } from './media-type-parsers.js';
import { bodyLimit, byType } from './option-rules.js';
import { type BodyRules, ParsedBody } from './parsed-body.js';
import { VariantARequest } from './variant-a-request.js';
import type { VariantARequestInterface } from './variant-a-request-interface.js';

/** How a request is decorated. */
export interface DecorationOptions {
  /**
   * Parsers by media type, in addition to those of JSON and URL-encoded forms, or instead of them. That of XML,
   * which an application loads automatically, is `parseXml` from `@mortise/body-parsers/xml`.
   */
  readonly parsers?: Readonly<Record<string, MediaTypeParser>>;

  /** Maximum bytes of a parsed body; a larger one is refused with 413. Default 1 MiB. */
  readonly parsedBodyLimit?: number;

  /** Whether `getMethod` returns the overridden method of a POST request. Default `true`. */
  readonly methodOverride?: boolean;
}

const declared = declare<DecorationOptions>()('decorateRequest', {
  parsers: optional(byType<MediaTypeParser>('parsers')),
  parsedBodyLimit: or(bodyLimit, DEFAULT_BODY_LIMIT),
  methodOverride: or(boolean, true),
});

/**
 * Adds the helpers of variant A to a server request; returns one that already has them.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function decorateRequest(
  request: ServerRequestInterface,
  options?: DecorationOptions,
): VariantARequestInterface {
  const { methodOverride, ...body } = declared(options);
  return asVariantA(request, rulesOf(body), methodOverride);
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

/** Decorates a request of another application: that decides about the method, and parses the body. */
export function asForeign(request: ServerRequestInterface): VariantARequest {
  if (request instanceof VariantARequest) return request;
  return new VariantARequest(request, ParsedBody.foreign(FOREIGN_RULES), request.getMethod());
}

/**
 * Decorates a request that enters an application, even one that an outer layer has decorated: its body is parsed, and its
 * method is overridden, as this application does it. The response that comes with it stays.
 */
export function entering(request: ServerRequestInterface, rules: BodyRules): VariantARequest {
  const decorated = asVariantA(VariantARequest.plainOf(request), rules);
  const response = request instanceof VariantARequest ? VariantARequest.responseOf(request) : null;
  return response === null ? decorated : VariantARequest.withResponse(decorated, response);
}

/** How bodies are parsed by checked options. */
export function rulesOf({
  parsers,
  parsedBodyLimit = DEFAULT_BODY_LIMIT,
}: {
  readonly parsers?: DecorationOptions['parsers'] | undefined;
  readonly parsedBodyLimit?: number;
}): BodyRules {
  return { parsers: parsersWith(parsers), limit: parsedBodyLimit };
}

/** For a body that middleware asks to have parsed again, with `reparseBody`. */
const FOREIGN_RULES = rulesOf({});
