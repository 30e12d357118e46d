import { ROUTES } from '@mortise/base/keys';
import { factoriesOf, factoriesWith, receivedPath } from '@mortise/base/message';
import {
  accepted,
  afterRequest,
  boolean,
  ensure,
  integer,
  list,
  nested,
  optional,
  options,
  or,
  rule,
  synchronous,
} from '@mortise/base/options';
import type { ResponseFactoryInterface, ServerRequestInterface } from '@mortise/http-message';
import { isOrigin, isToken, normalizeMethod } from '@mortise/http-syntax';
import type { CorsOptions, OriginCheck } from './cors-options.js';

/** The checked options of `cors`, prepared for requests. */
export interface CorsRules {
  readonly origins: '*' | ReadonlySet<string> | OriginCheck;
  readonly methods: (request: ServerRequestInterface) => readonly string[];
  /** @throws {OptionError} if the option is omitted, and the request has no factories */
  readonly factories: (request: ServerRequestInterface) => ResponseFactoryInterface;
  /** Headers of every response to an allowed origin, in addition to `Access-Control-Allow-Origin`. */
  readonly shared: readonly Field[];
  /** Headers of the response to a preflight, in addition to `Access-Control-Allow-Methods`. */
  readonly preflight: readonly Field[];
}

/** The name and value of a header. */
export type Field = readonly [name: string, value: string];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const METHOD_LIST = 'a list of methods, such as ["GET", "PUT"]';
const ORIGIN = 'an origin as browsers send it, such as "https://app.example"';
const EXACT = 'an exact origin; write origins: "*" for all, or a function that matches a pattern';
const token = rule<string>(
  (name) => typeof name === 'string' && isToken(name),
  'a token (RFC 9110 5.6.2)',
);
const origins = list(
  rule<string>((value) => value === 'null' || isOrigin(value), ORIGIN),
  '"*", a list of origins, or a function',
);
const methods = list(token, METHOD_LIST);
const headerNames = or(list(token, 'a list of header names, such as ["Authorization"]'), []);

const declared = options<CorsOptions>()('cors', {
  origins: nested(originsOf),
  methods: nested(methodsOf),
  allowHeaders: headerNames,
  exposeHeaders: headerNames,
  credentials: or(boolean, false),
  maxAge: optional(integer(0, undefined, 'seconds')),
  factories: factoriesWith('createResponse'),
});

/** Checks the options of `cors`. @throws {OptionError} if an option is invalid, or browsers would ignore it */
export function corsRules(given: CorsOptions): CorsRules {
  const { allowHeaders, exposeHeaders, credentials, maxAge = '', ...checked } = declared(given);
  const isWildcard = credentials && checked.origins === '*';
  const listed = 'a list of origins, because "*" does not work with credentials';
  ensure(!isWildcard, 'cors.origins', '*', listed);
  for (const [name, names] of Object.entries({ allowHeaders, exposeHeaders })) {
    const isLiteral = credentials && names.includes('*');
    const why = 'header names, because "*" is not a wildcard with credentials';
    ensure(!isLiteral, `cors.${name}`, '*', why);
  }
  const withCredentials: Field[] = credentials
    ? [['Access-Control-Allow-Credentials', 'true']]
    : [];
  return {
    origins: checked.origins,
    methods: checked.methods,
    factories: (request) => factoriesOf(request, checked.factories, 'cors.factories'),
    shared: [
      ...withCredentials,
      ...field('Access-Control-Expose-Headers', exposeHeaders.join(', ')),
    ],
    preflight: [
      ...withCredentials,
      ...field('Access-Control-Allow-Headers', allowHeaders.join(', ')),
      ...field('Access-Control-Max-Age', String(maxAge)),
    ],
  };
}

function originsOf(given: CorsOptions['origins'], path: string): CorsRules['origins'] {
  if (given === '*') return given;
  if (typeof given === 'function') {
    return accepted(afterRequest('(request, origin) => boolean'), given as never, path);
  }
  const listed: readonly unknown[] = Array.isArray(given) ? given : [];
  const pattern = listed.findIndex((each) => /\*/.test(String(each)));
  ensure(pattern < 0, `${path}[${pattern}]`, listed[pattern], EXACT);
  return new Set(accepted(origins, given, path));
}

function methodsOf(given: CorsOptions['methods'], path: string): CorsRules['methods'] {
  if (given === undefined) return methodsOfRoutes;
  // Browsers compare methods case-sensitively, and send the standard ones in upper case.
  const checked = (list: readonly string[]) => accepted(methods, list, path).map(normalizeMethod);
  if (typeof given === 'function') {
    const listedFor = accepted(synchronous, given, path);
    return (request) => checked(listedFor(request));
  }
  const listed = checked(given);
  return () => listed;
}

/** A mount, whose method is `*`, does not tell the methods of its routes. */
function methodsOfRoutes(request: ServerRequestInterface): readonly string[] {
  const path = receivedPath(request) ?? request.getUri().getPath();
  const methods = request.getAttribute(ROUTES)?.collector.methodsFor(path) ?? [];
  return methods.length === 0 || methods.includes('*') ? METHODS : methods;
}

/** Returns `[]` for an empty value, so that the header is omitted. */
function field(name: string, value: string): Field[] {
  return value === '' ? [] : [[name, value]];
}
