import { isPlainFunction, memberOf } from '@mortise/base';
import { AppError } from '../app-error.js';
import { LINES, type VariantLines } from '../foreign-habits.js';
import { ARGUMENTS, OF_REQUEST, OF_RESPONSE, WITH_BODY } from './foreign-members.js';

/** Matches a member of a request, response or context, by the names that handlers usually give them. */
const MEMBER =
  /\b_?(?:(?:(?:c|ctx|context)\.)?(req|request)|(res|response|reply)|c|ctx|context)\??\.(\w+)/g;
/** Matches the property that an engine's error message says was read, set or destructured from `undefined`. */
const PROPERTY = /\((?:reading|setting) '(\w+)'\)|property '(\w+)' of '(?:undefined|object)/;
/** Properties that Mortise itself reads from an argument. */
const OF_ARGUMENT = new Set(['toString', 'length']);

/**
 * Names of errors that a missing member can cause: `text(response, request.url)` fails in the stream, not in the
 * engine.
 */
const CAUSED = new Set(['TypeError', 'MessageError']);

const hints = new WeakMap<Error, string>();

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
 * Stores a hint for {@link hintOf} if the error comes from a member of another framework, such as `request.body`. The
 * hint says what to write instead. There is none unless the property in the error message follows such a member in the
 * source code.
 */
export function noteHint(error: Error, suspects: Suspects): void {
  const { lines = LINES } = suspects;
  const hint = hintFor(error, suspects, lines);
  if (hint !== null) hints.set(error, lines === LINES ? hint : hint.replace(WITH_BODY, ''));
}

/** Returns the hint, such as `instead of response.json, write return json(response, data)`; `undefined` if there is none. */
export function hintOf(error: Error): string | undefined {
  return hints.get(error);
}

function hintFor(error: Error, { handler, layers }: Suspects, lines: VariantLines): string | null {
  if (isUndefinedResult(error)) return lineOfResult(sourceOf(handler));
  const { name, message } = error;
  if (!CAUSED.has(name)) return null;
  if (/\b(?:next|handler)(?:\.handle)? is not a function/.test(message))
    return `return a response; middleware is ${lines.middleware}`;
  const late = /\b(handle|next)\(\.\.\.\)\.\w+ is not a function/.exec(message)?.[1];
  if (late !== undefined)
    return late === 'next'
      ? 'await it: (await next(request, response))'
      : 'await it: (await handler.handle(request))';
  const sources = [handler, ...layers].map(sourceOf);
  const named = lineOfMessage(message, sources);
  if (named !== null) return named;
  const follows = followerIn(error);
  if (follows === null) return null;
  const found = sources.map((code, index) => lineIn(code, follows, index > 0));
  return found.find((line) => line !== null) ?? null;
}

function isUndefinedResult(error: Error): boolean {
  return (
    error instanceof AppError && error.code === 'RESPONSE_MISSING' && error.value === undefined
  );
}

function lineOfResult(code: string): string | null {
  const assigned = /\b_?(?:c|ctx|context)\.(?:body|status|type) = /.exec(code);
  if (assigned !== null)
    return `instead of ${assigned[0]}..., write return text(response, 'text'), in (request, response) => { ... }`;
  const isReturned = (before: string, after: string) =>
    /(?:\breturn|=>)\s*(?:await\s+)?$/.test(before) && /^\s*(?:[;}]|$)/.test(after);
  const line = lineIn(code, isReturned, false);
  return line === null ? null : line + AS_RESPONSE;
}

/** Returns the hint for a message that names the member: `request.json is not a function`. */
function lineOfMessage(message: string, sources: readonly string[]): string | null {
  for (const match of message.matchAll(MEMBER)) {
    const [found] = match;
    const [name = ''] = found.split(/\W/);
    // Minified library code has short names too.
    const isOurs = sources.some((code) => code.includes(found))
      ? sources.every((code) => !code.includes(found) || takes(code, name))
      : name.length > 4;
    const isLayer = sources.findIndex((code) => code.includes(found)) > 0;
    const line = isOurs ? lineOf(match, isLayer) : null;
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
  const next = new RegExp(`^\\s*(?:\\.\\s*${property}\\b|\\[['"]${property}['"]\\])`);
  // On a context, the request itself is missing: "reading 'param'" for `c.req.param()`.
  const inContext = new RegExp(`^(?:c|ctx|context)\\.req(?:uest)?\\.${property}$`);
  return (_before, after, found) => next.test(after) || inContext.test(found);
}

/** Returns the hint for the first member in the code whose surroundings pass the test. */
function lineIn(code: string, follows: Follows, isLayer: boolean): string | null {
  for (const match of code.matchAll(MEMBER)) {
    const [found] = match;
    const before = code.slice(0, match.index);
    const after = code.slice(match.index + found.length);
    const [owner = ''] = found.split(/\W/);
    if (before.endsWith('.') || !takes(code, owner) || !follows(before, after, found)) continue;
    const line = lineOf(match, isLayer);
    if (line !== null) return line;
  }
  for (const name of destructured(code)) {
    const follow = [...code.matchAll(new RegExp(`(?<![.\\w])${name}\\b`, 'g'))].some((match) =>
      follows(code.slice(0, match.index), code.slice(match.index + name.length), name),
    );
    if (follow) return `instead of { ${name} }, write ${requestLine(name, isLayer)}`;
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

function lineOf([found, request, response, member = '']: RegExpExecArray, isLayer: boolean) {
  if (request !== undefined) {
    const line = requestLine(member, isLayer);
    return line === null ? null : `instead of ${found}, write ${line}`;
  }
  const isHeaders = response === undefined && member === 'headers';
  const own = !isHeaders && Object.hasOwn(OF_RESPONSE, member) ? OF_RESPONSE[member] : null;
  const line = own ?? (response === undefined ? requestLine(member, isLayer) : null);
  if (line === null) return null;
  const parameters =
    response === undefined && line !== ARGUMENTS ? ', in (request, response) => { ... }' : '';
  return `instead of ${found}, write ${line}${parameters}`;
}

function requestLine(member: string, isLayer: boolean): string | null {
  const line = Object.hasOwn(OF_REQUEST, member) ? (OF_REQUEST[member] ?? null) : null;
  return isLayer && line === ARGUMENTS ? "routeOf(request)?.getArgument('id')" : line;
}

/** Whether a function has a parameter of that name, or assigns the next handler's response to that name. */
function takes(code: string, name: string): boolean {
  const own = new RegExp(
    `\\b(?:const|let|var|function)\\s+${name}\\b(?!\\s*=[^;]*\\b(?:handle|next)\\()`,
  );
  const end = code.search(/=>|\)/);
  const isParameter = new RegExp(`\\b${name}\\b`).test(code.slice(0, Math.max(0, end)));
  return !own.test(code) && (isParameter || code.includes(` ${name} = await `));
}

/**
 * Returns the source code of a handler or layer, without comments; `''` if unknown. For an object, that of the method
 * that is called.
 */
function sourceOf(value: unknown): string {
  const called = isPlainFunction(value)
    ? value
    : ['handle', 'process', 'invoke'].map((name) => memberOf(value, name)).find(isPlainFunction);
  const code = called === undefined ? '' : String(called);
  return code.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
}
