import { memberOf } from '@mortise/base';
import { AppError } from '../app-error.js';
import { ARGUMENTS, LINES, type VariantLines } from '../misuse/variant-lines.js';
import { isRequest } from '../is-request.js';
import { HttpNotFoundException } from '../exceptions/exceptions-by-status.js';
import {
  lineOfResponse,
  OF_CONTEXT,
  OF_OWN,
  OF_REQUEST,
  OF_RESPONSE,
  responseOf,
  rowOf,
} from '../misuse/foreign-message-members.js';
import {
  callOf,
  HANDLER,
  ownMemberIn,
  renamed,
  rolesOf,
  type Source,
  sourceOf,
  takes,
  written,
} from './function-source.js';
import { lineOfPattern } from './pattern-hint.js';
import { lineOfIssues } from './schema-hint.js';
import { lineOfUncalled } from './uncalled-layer.js';

/**
 * Matches a member of a request, response or context, by the names that handlers usually give them. The second
 * parameter of a layer can be taken for a response.
 */
const MEMBER =
  /\b_?(?:(?:(?:c|ctx|context|event)\.)?(req|request)|(res|response|reply|handler)|c|ctx|context|event)\??\.(\w+)/g;
/** Matches the property that an engine's error message says was read, set or destructured from `undefined`. */
const PROPERTY = /\((?:reading|setting) '([^']+)'\)|property '([^']+)' of '(?:undefined|object)/;
/** The parameters of an error handler. */
export const ERROR_HANDLER = ['request', 'error'];
/** Properties that Mortise itself reads from an argument. */
const OF_ARGUMENT = new Set(['toString', 'length']);

/**
 * Names of errors that a missing member can cause: `text(response, request.url)` fails in the stream, not in the
 * engine.
 */
const CAUSED = new Set(['TypeError', 'MessageError', 'SyntaxError']);

const hints = new WeakMap<Error, string>();
const callbacks = new WeakMap<
  object,
  readonly [callback: unknown, roles: readonly string[], lines?: VariantLines | undefined]
>();

/** The hint if code reads a property of a parsed body that is not there. */
const BODY_IS_NULL =
  'the parsed body is null: the request has no body, a malformed one, or one without a parser for its Content-Type; check it, or write createApp({ body: { strict: true } }), which responds with 400 to a malformed body';

/** Ends the hint if a handler returned a member that requests do not have, such as `request.body`. */
const AS_RESPONSE = '; a handler returns a response: return json(response, data)';

/** The code that could have caused an error: the handler of a request, and the layers around it. */
export interface Suspects {
  readonly handler: unknown;
  readonly layers: readonly unknown[];
  /** The suggestions of the variant; default: those of variant B. */
  readonly lines?: VariantLines | undefined;
}

/**
 * Stores which function threw an error, and what its parameters are, for {@link noteHint}.
 *
 * @param lines the suggestions for the function, such as those of variant B in `app.notFound`; default: the variant's
 */
export function noteCallback(
  error: unknown,
  callback: unknown,
  roles = HANDLER,
  lines?: VariantLines,
): void {
  if (Object(error) === error) callbacks.set(error as object, [callback, roles, lines]);
}

/**
 * Stores a hint for {@link hintOf} if the error comes from a member of another framework, such as `request.body`. The
 * hint says what to write instead, with the names of the function where it is to be written. There is none unless the
 * property in the error message follows such a member in the source code. Never throws.
 *
 * @param details whether the hint may say what other routes there are
 */
export function noteHint(error: Error, suspects: () => Suspects, details: boolean): void {
  try {
    const hint = hintFor(error, suspects(), details);
    if (hint !== null) hints.set(error, hint);
  } catch {
    // A broken request must not prevent the response.
  }
}

/** Returns the hint, such as `instead of response.json, write return json(response, data)`; `undefined` if there is none. */
export function hintOf(error: Error): string | undefined {
  return hints.get(error);
}

function hintFor(
  error: Error,
  { handler, layers, lines: usual = LINES }: Suspects,
  details: boolean,
): string | null {
  if (error instanceof HttpNotFoundException) return details ? lineOfPattern(error) : null;
  const uncalled = lineOfUncalled(error, layers);
  if (uncalled !== null) return uncalled;
  const inLayer = rolesOf(usual);
  const [callback, roles, lines = usual] = callbacks.get(error) ?? [handler, HANDLER];
  const own = sourceOf(callback, roles);
  const sources = [own, ...layers.map((layer) => sourceOf(layer, inLayer))];
  if (error instanceof AppError)
    return error.code === 'RESPONSE_MISSING'
      ? lineOfMissing(error, own, lines)
      : lineOfAssigned(error.message, sources, lines);
  return CAUSED.has(error.name) ? lineOfCause(error, sources, lines) : lineOfIssues(error, sources);
}

/** Returns the hint for an error of the engine. */
function lineOfCause(error: Error, sources: readonly Source[], lines: VariantLines): string | null {
  const { message } = error;
  const follows = followerIn(error);
  for (const source of sources) {
    const text = renamed(message, source.names, source.roles);
    const line =
      lineOfCall(text, source, lines) ??
      lineOfOwn(text, source) ??
      lineOfMessage(text, source) ??
      (follows && lineIn(source, follows));
    if (line !== null) return written(line, source, lines);
  }
  // In a function that they call.
  const long = ownMemberIn(error);
  const helper = unknownSource(HANDLER);
  const line = sources.some(({ code }) => code.includes(long)) ? null : lineOfMessage(long, helper);
  return line && written(line, helper, lines);
}

/** Returns the hint for a result that is not a response. */
function lineOfMissing({ message, value }: AppError, own: Source, usual: VariantLines) {
  // It gets plain messages in each variant.
  const lines = message.startsWith('the app.notFound()') ? LINES : usual;
  const isRoute = message.startsWith('route ');
  if (isRoute && value === undefined) return lineOfResult(own, lines);
  if (value === undefined || !message.endsWith(' instead of a response')) return null;
  const [first = ''] = message.split(' ');
  const roles = { the: HANDLER, an: ERROR_HANDLER, route: HANDLER }[first];
  const at = isRoute ? own : unknownSource(roles ?? rolesOf(lines));
  const call = roles === undefined ? lineOfPassing(value, lines) : null;
  return call === null
    ? written(`write ${responseOf(value)}`, at, lines)
    : written(call, { ...at, names: [] }, lines);
}

/** Returns the call that a layer lacks which returned its request, the next handler, or whether to go on. */
function lineOfPassing(value: unknown, lines: VariantLines): string | null {
  const isVerdict = typeof value === 'boolean';
  if (!isVerdict && typeof value !== 'function' && !isRequest(value)) return null;
  return `write return ${callOf(lines)}${isVerdict ? ', or throw httpError(403)' : ''}`;
}

/** Returns the hint for a member that a layer assigned to its request. */
function lineOfAssigned(message: string, sources: readonly Source[], lines: VariantLines) {
  const [, member] = / assigned request\.(\w+)/.exec(message) ?? [];
  if (member === undefined) return null;
  const assigns = new RegExp(`\\brequest\\.${member}\\s*=`);
  const at = sources.find(({ code }) => assigns.test(code)) ?? unknownSource(rolesOf(lines));
  const line = callOf(lines).replace('request', `request.withAttribute('${member}', value)`);
  return written(`write ${line}, and read request.getAttribute('${member}')`, at, lines);
}

function unknownSource(roles: readonly string[]): Source {
  return { code: '', roles, names: roles };
}

/** Returns the hint for a handler that returned nothing. */
function lineOfResult(source: Source, lines: VariantLines): string | null {
  const assigned = /\b_?((?:c|ctx|context)\.(?:body|status|type))\s*=(?![=>])\s*([[{])?/.exec(
    source.code,
  );
  const isReturned = (before: string, after: string) =>
    /(?:\breturn|=>)\s*(?:await\s+)?$/.test(before) && /^\s*(?:[;}]|$)/.test(after);
  const read = lineIn(source, isReturned);
  const line =
    assigned === null
      ? read && read + AS_RESPONSE
      : `instead of ${assigned[1]} = ..., write ${responseOf(assigned[2] === undefined ? '' : {})}`;
  return line && written(line, source, lines);
}

/** Returns the line for a mistake with something that requests or handlers do have. */
function lineOfOwn(message: string, { code }: Source): string | null {
  for (const { code: pattern, message: text, line } of OF_OWN) {
    const [, found] = text.test(message) ? (pattern.exec(code) ?? []) : [];
    if (found !== undefined) return `instead of ${found}, write ${line}`;
  }
  const [, read, taken] = PROPERTY.exec(message) ?? [];
  const isNull = / of null\b| as it is null/.test(message) && readsBody(code, read ?? taken ?? '');
  return lineOfMethod(code, read) ?? (isNull ? BODY_IS_NULL : null);
}

/** Returns the line for a method that was passed without its object, and reads a property of `this`. */
function lineOfMethod(code: string, read: string | undefined): string | null {
  const [, method] = /^(?:async\s+)?(?!function\b)(\w+)\s*\(/.exec(code) ?? [];
  return method !== undefined && read !== undefined && new RegExp(`\\bthis\\.${read}\\b`).test(code)
    ? `the method was passed without its object: write (...args) => object.${method}(...args)`
    : null;
}

/** Whether code reads a property of the parsed body: directly, or of a variable that it is assigned to. */
function readsBody(code: string, property: string): boolean {
  const [, name = '-'] = /(\w+)\s*=\s*request\.getParsedBody\(\)/.exec(code) ?? [];
  const body = `(?:request\\.getParsedBody\\(\\)|\\b${name})`;
  const isTaken = new RegExp(`\\{[^}]*\\b${property}\\b[^}]*\\}\\s*=\\s*${body}`);
  return new RegExp(`${body}\\)?\\.${property}\\b`).test(code) || isTaken.test(code);
}

/** Returns the line for a wrong call of the next handler. */
function lineOfCall(message: string, { code }: Source, lines: VariantLines): string | null {
  const [callee = ''] = message.split(' is not a function');
  if (/^(?:next|handler|response)(?:\.handle)?$/.test(callee) && code.includes(`${callee}(`))
    return `return a response; middleware is ${lines.middleware}`;
  const [, late] = /\b(handle|next)\(\.\.\.\)\.\w+$/.exec(callee) ?? [];
  if (late !== undefined && code.includes(`${late}(`)) return `await it: (await ${callOf(lines)})`;
  const [, name, call] = /\b(\w+)\s*=\s*((?:handler\.handle|next)\([^)]*\))/.exec(code) ?? [];
  return callee.startsWith(`${name}.`) ? `await it: ${name} = await ${call}` : null;
}

/** Returns the line for a message that names the member: `request.json is not a function`. */
function lineOfMessage(message: string, source: Source): string | null {
  const { code } = source;
  if (/^request is not (?:async )?iterable/.test(message) && takes(code, 'request'))
    return 'instead of request, write request.getBody()';
  for (const match of message.matchAll(MEMBER)) {
    const [found] = match;
    const isOurs = code === '' || (code.includes(found) && takes(code, ownerOf(found)));
    const line = isOurs ? lineOf(match, source) : null;
    if (line !== null) return line;
  }
  return null;
}

type Follows = (before: string, after: string, found: string) => boolean;

/**
 * Returns a test of whether the code around a member could have caused the error; `null` for errors that members do not
 * cause.
 */
function followerIn(error: Error): Follows | null {
  const { message } = error;
  const [, read, taken] = PROPERTY.exec(message) ?? [];
  const property = read ?? taken;
  const isArgument: Follows = (before, after) => /[(,]\s*$/.test(before) && /^\s*[),]/.test(after);
  if (property === undefined) {
    const isUrl = message === 'Invalid URL' && memberOf(error, 'input') === 'undefined';
    return isUrl || /\bundefined$|\bundefined[ ;:]/.test(message) ? isArgument : null;
  }
  if (taken !== undefined || OF_ARGUMENT.has(property)) return isArgument;
  const name = property.replaceAll(/\W/g, '\\$&');
  const next = new RegExp(`^\\s*(?:\\.\\s*${name}\\b|\\[['"]${name}['"]\\])`);
  // On a context, the request itself is missing: "reading 'param'" for `c.req.param()`.
  const inContext = new RegExp(`^(?:c|ctx|context|event)\\.req(?:uest)?\\.${name}$`);
  return (_before, after, found) => next.test(after) || inContext.test(found);
}

/** Returns the hint for the first member in the code whose surroundings pass the test. */
function lineIn(source: Source, follows: Follows): string | null {
  const { code } = source;
  for (const match of code.matchAll(MEMBER)) {
    const [found] = match;
    const before = code.slice(0, match.index);
    const after = code.slice(match.index + found.length);
    if (before.endsWith('.') || !takes(code, ownerOf(found)) || !follows(before, after, found))
      continue;
    const line = lineOf(match, source);
    if (line !== null) return line;
  }
  for (const name of destructured(code)) {
    const follow = [...code.matchAll(new RegExp(`(?<![.\\w])${name}\\b`, 'g'))].some((match) =>
      follows(code.slice(0, match.index), code.slice(match.index + name.length), name),
    );
    if (follow) return `instead of { ${name} }, write ${requestLine(name, source)}`;
  }
  return null;
}

/**
 * Returns the members of other frameworks that the code destructures from its request: `({ body }, response)`,
 * `{ body } = request`.
 */
function destructured(code: string): readonly string[] {
  const [, first, , later] =
    /^(?:async\b\s*)?(?:function\b)?\s*\w*\s*\(\s*\{([^}]*)\}|\{([^}]*)\}()\s*=\s*_?req(?:uest)?\s*[;\n]/.exec(
      code,
    ) ?? [];
  const names = (first ?? later ?? '').split(',').map((name) => name.trim());
  return names.filter((name) => Object.hasOwn(OF_REQUEST, name));
}

function lineOf([found, request, response, member = '']: RegExpExecArray, source: Source) {
  const isContext = request === undefined && response === undefined;
  const ofContext = isContext ? rowOf(OF_CONTEXT, member) : null;
  const own =
    ofContext ??
    (request === undefined && !(isContext && member === 'headers')
      ? rowOf(OF_RESPONSE, member)
      : null);
  const line = own ?? (response === undefined ? requestLine(member, source) : null);
  return line && `instead of ${found}, write ${lineOfResponse(line, found, source.code)}`;
}

function requestLine(member: string, { roles }: Source): string | null {
  const line = rowOf(OF_REQUEST, member);
  return roles !== HANDLER && line === ARGUMENTS ? "routeOf(request)?.getArgument('id')" : line;
}

function ownerOf(found: string): string {
  return found.split(/\W/)[0] ?? '';
}
