import { assertOptionNames } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';
import { CorsError } from './cors-error.js';
import type { CorsOptions, OriginCheck } from './cors-options.js';
import { isOrigin } from './origin.js';

/** Options that were checked, in the form in which requests need them. */
export interface CorsRules {
  readonly origins: '*' | ReadonlySet<string> | OriginCheck;
  readonly methods: (request: ServerRequestInterface) => readonly string[];
  /** Header fields of every response to an allowed origin, besides `Access-Control-Allow-Origin`. */
  readonly shared: readonly Field[];
  /** Those of a response to a preflight, besides the methods. */
  readonly preflight: readonly Field[];
}

/** The name and the value of a header field. */
export type Field = readonly [name: string, value: string];

const OPTIONS: Record<keyof CorsOptions, true> = {
  origins: true,
  methods: true,
  allowHeaders: true,
  exposeHeaders: true,
  credentials: true,
  maxAge: true,
  factories: true,
};
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** @throws {CorsError} for an option that browsers could not follow, or would not as it is meant */
export function corsRules(options: CorsOptions): CorsRules {
  assertOptionNames(options, OPTIONS, CorsError);
  const { origins, methods = METHODS, allowHeaders = [], exposeHeaders = [] } = options;
  const { credentials = false, maxAge } = options;
  if (typeof credentials !== 'boolean') {
    throw new CorsError('credentials', credentials, 'true or false');
  }
  const withCredentials: Field[] = credentials
    ? [['Access-Control-Allow-Credentials', 'true']]
    : [];
  const exposed = headerNames('exposeHeaders', exposeHeaders, credentials);
  const allowed = headerNames('allowHeaders', allowHeaders, credentials);
  if (
    typeof (options.factories as Partial<typeof options.factories> | undefined)?.createResponse !==
    'function'
  ) {
    throw new CorsError(
      'factories',
      options.factories,
      'a response factory, such as app.factories',
    );
  }
  return {
    origins: originsOf(origins, credentials),
    methods: methodsOf(methods),
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
  if (!Array.isArray(origins)) {
    throw new CorsError('origins', origins, '"*", a list of origins, or a function');
  }
  for (const [index, origin] of (origins as readonly unknown[]).entries()) {
    if (isOrigin(origin)) continue;
    const expected = 'an origin as browsers write it, such as "https://app.example"';
    throw new CorsError(`origins[${index}]`, origin, expected);
  }
  return new Set(origins as readonly string[]);
}

function methodsOf(methods: NonNullable<CorsOptions['methods']>): CorsRules['methods'] {
  if (typeof methods === 'function') return methods;
  assertTokens('methods', methods, 'a list of methods, such as ["GET", "PUT"]');
  const list = [...methods];
  return () => list;
}

function headerNames(option: string, names: readonly string[], credentials: boolean): string {
  assertTokens(option, names, 'a list of header names, such as ["Authorization"]');
  if (credentials && names.includes('*')) {
    throw new CorsError(
      option,
      '*',
      'header names, because "*" is not a wildcard with credentials',
    );
  }
  return names.join(', ');
}

function assertTokens(option: string, list: readonly string[], expected: string): void {
  if (!Array.isArray(list)) throw new CorsError(option, list, expected);
  for (const [index, name] of (list as readonly unknown[]).entries()) {
    if (typeof name !== 'string' || !isToken(name)) {
      throw new CorsError(`${option}[${index}]`, name, 'a token (RFC 9110 5.6.2)');
    }
  }
}

function secondsOf(maxAge: number | undefined): string {
  if (maxAge === undefined) return '';
  if (Number.isSafeInteger(maxAge) && maxAge >= 0) return String(maxAge);
  throw new CorsError('maxAge', maxAge, 'an integer of at least 0, in seconds');
}

/** Nothing for an empty value: the header is omitted. */
function field(name: string, value: string): Field[] {
  return value === '' ? [] : [[name, value]];
}
