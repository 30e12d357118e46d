import { boolean, optional, options as declare, or } from '@mortise/base/options';
import { noteBodyParser } from '@mortise/body-parsers';
import { DEFAULT_BODY_LIMIT } from '@mortise/body-parsers/defaults';
import type { ServerRequestInterface } from '@mortise/http-message';
import { type MediaTypeParser, parsersWith } from './media-type-parsers.js';
import { bodyLimit, byType } from './option-rules.js';
import { withPhpForm } from './outer-form.js';
import { type BodyRules, ParsedBody } from './parsed-body.js';
import { ROUTE } from './route-attribute.js';
import { VariantARequest } from './variant-a-request.js';
import type { VariantARequestInterface } from './variant-a-request-interface.js';

/** Options of {@link decorateRequest}. */
export interface DecorationOptions {
  /**
   * Additional parsers by media type, or replacements for those of JSON and URL-encoded forms. For XML, pass `parseXml`
   * from `@mortise/body-parsers/xml`; applications load it automatically.
   */
  readonly parsers?: Readonly<Record<string, MediaTypeParser>> | undefined;

  /** Maximum size in bytes of a parsed body; a larger one is rejected with 413. Default 1 MiB. */
  readonly parsedBodyLimit?: number | undefined;

  /** Whether `getMethod` returns the overridden method of a POST request. Default `true`. */
  readonly methodOverride?: boolean | undefined;
}

const declared = declare<DecorationOptions>()('decorateRequest', {
  parsers: optional(byType<MediaTypeParser>('parsers')),
  parsedBodyLimit: or(bodyLimit, DEFAULT_BODY_LIMIT),
  methodOverride: or(boolean, true),
});

/**
 * Adds variant A's helpers to a server request. A request that already has them is returned unchanged.
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

/** Like {@link decorateRequest}, with resolved options. */
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

/** Decorates a request of another application, which determines the method and parses the body. */
export function asForeign(request: ServerRequestInterface): VariantARequest {
  if (request instanceof VariantARequest) return request;
  return new VariantARequest(request, ParsedBody.foreign(FOREIGN_RULES), request.getMethod());
}

/**
 * Decorates a request that enters an application, even if an outer layer has decorated it: this application's rules
 * apply to its body and method. The response that was passed with it is kept.
 */
export function entering(request: ServerRequestInterface, rules: BodyRules): VariantARequest {
  const decorated = asVariantA(withPhpForm(withoutRoute(VariantARequest.plainOf(request))), rules);
  const response = request instanceof VariantARequest ? VariantARequest.responseOf(request) : null;
  return response === null ? decorated : VariantARequest.withResponse(decorated, response);
}

/** Removes the route of an outer application, in which this one is mounted: its own routing has not run yet. */
function withoutRoute(request: ServerRequestInterface): ServerRequestInterface {
  // An argument {route} of the outer route is a string.
  return typeof request.getAttribute(ROUTE) === 'object'
    ? request.withoutAttribute(ROUTE)
    : request;
}

/** Returns how bodies are parsed, from checked options. */
export function rulesOf({
  parsers,
  parsedBodyLimit = DEFAULT_BODY_LIMIT,
}: {
  readonly parsers?: DecorationOptions['parsers'] | undefined;
  readonly parsedBodyLimit?: number;
}): BodyRules {
  return { parsers: parsersWith(parsers), limit: parsedBodyLimit };
}

/** For bodies that middleware parses again, with `reparseBody`. */
const FOREIGN_RULES = rulesOf({});
