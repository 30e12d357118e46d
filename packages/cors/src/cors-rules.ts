import { OptionChecks } from '@mortise/base/options';
import type { ResponseFactoryInterface, ServerRequestInterface } from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';
import { CorsError } from './cors-error.js';
import type { CorsOptions, OriginCheck } from './cors-options.js';
import { isOrigin } from './origin.js';

/** The checked options, in the form that requests need. */
export interface CorsRules {
  readonly origins: '*' | ReadonlySet<string> | OriginCheck;
  readonly methods: (request: ServerRequestInterface) => readonly string[];
  /** @throws {CorsError} if the request has none, and the option is omitted */
  readonly factories: (request: ServerRequestInterface) => ResponseFactoryInterface;
  /** Headers of every response to an allowed origin, in addition to `Access-Control-Allow-Origin`. */
  readonly shared: readonly Field[];
  /** Headers of a response to a preflight, in addition to the methods. */
  readonly preflight: readonly Field[];
}

/** The name and the value of a header. */
export type Field = readonly [name: string, value: string];

const OPTIONS: Record<keyof CorsOptions, 0> = {
  origins: 0,
  methods: 0,
  allowHeaders: 0,
  exposeHeaders: 0,
  credentials: 0,
  maxAge: 0,
  factories: 0,
};
const checks = new OptionChecks(CorsError);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** @throws {CorsError} for an option that browsers would not follow as intended */
export function corsRules(options: CorsOptions): CorsRules {
  checks.names(options, OPTIONS);
  const { origins, methods = METHODS, allowHeaders = [], exposeHeaders = [] } = options;
  const { credentials = false, maxAge } = options;
  checks.boolean('credentials', credentials);
  const withCredentials: Field[] = credentials
    ? [['Access-Control-Allow-Credentials', 'true']]
    : [];
  const exposed = headerNames('exposeHeaders', exposeHeaders, credentials);
  const allowed = headerNames('allowHeaders', allowHeaders, credentials);
  const { factories } = options;
  const factory = 'a response factory, such as app.factories';
  if (factories !== undefined) checks.methods('factories', factories, ['createResponse'], factory);
  return {
    origins: originsOf(origins, credentials),
    methods: methodsOf(methods),
    factories: (request) => checks.factories('cors.factories', factories, request),
    shared: [...withCredentials, ...field('Access-Control-Expose-Headers', exposed)],
    preflight: [
      ...withCredentials,
      ...field('Access-Control-Allow-Headers', allowed),
      ...field('Access-Control-Max-Age', secondsOf(maxAge)),
    ],
  };
}

function originsOf(origins: CorsOptions['origins'], credentials: boolean): CorsRules['origins'] {
  if (origins === '*') {
    if (!credentials) return origins;
    throw new CorsError('origins', '*', 'a list of origins, because "*" excludes credentials');
  }
  if (typeof origins === 'function') return origins;
  checks.that(Array.isArray(origins), 'origins', origins, '"*", a list of origins, or a function');
  const expected = 'an origin in the browsers\' form, such as "https://app.example"';
  for (const [index, origin] of (origins as readonly unknown[]).entries()) {
    checks.that(isOrigin(origin), `origins[${index}]`, origin, expected);
  }
  return new Set(origins);
}

function methodsOf(methods: NonNullable<CorsOptions['methods']>): CorsRules['methods'] {
  const expected = 'a list of methods, such as ["GET", "PUT"]';
  if (typeof methods === 'function') {
    return (request) => {
      const given = methods(request);
      checks.that(Array.isArray(given), 'methods', given, expected);
      return given;
    };
  }
  assertTokens('methods', methods, expected);
  const list = [...methods];
  return () => list;
}

function headerNames(option: string, names: readonly string[], credentials: boolean): string {
  assertTokens(option, names, 'a list of header names, such as ["Authorization"]');
  const isWildcard = credentials && names.includes('*');
  const why = 'header names, because "*" is not a wildcard with credentials';
  checks.that(!isWildcard, option, '*', why);
  return names.join(', ');
}

function assertTokens(option: string, list: readonly string[], expected: string): void {
  checks.that(Array.isArray(list), option, list, expected);
  for (const [index, name] of (list as readonly unknown[]).entries()) {
    const isName = typeof name === 'string' && isToken(name);
    checks.that(isName, `${option}[${index}]`, name, 'a token (RFC 9110 5.6.2)');
  }
}

function secondsOf(maxAge: number | undefined): string {
  if (maxAge === undefined) return '';
  const isAge = Number.isSafeInteger(maxAge) && maxAge >= 0;
  checks.that(isAge, 'maxAge', maxAge, 'an integer of at least 0, in seconds');
  return String(maxAge);
}

/** Returns nothing for an empty value: the header is omitted. */
function field(name: string, value: string): Field[] {
  return value === '' ? [] : [[name, value]];
}
