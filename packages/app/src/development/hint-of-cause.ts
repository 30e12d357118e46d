import { memberOf } from '@mortise/base';
import { ARGUMENTS, type VariantLines } from '../misuse/variant-lines.js';
import {
  lineOfResponse,
  OF_CONTEXT,
  OF_OWN,
  OF_REQUEST,
  OF_RESPONSE,
  responseOf,
} from './foreign-members.js';
import {
  callOf,
  type Failure,
  HANDLER,
  ownMemberIn,
  renamed,
  type Source,
  sourceAt,
  takes,
  written,
} from './function-source.js';

/**
 * Matches a member of a request, response or context, by the names that handlers usually give them. The second
 * parameter of a layer can be taken for a response.
 */
const MEMBER =
  /\b_?(?:(?:(?:c|ctx|context|event)\.)?(req|request)|(res|response|reply|handler)|c|ctx|context|event)\??\.(\w+)/g;
/** Matches the property that an engine's error message says was read, set or destructured from `undefined`. */
const PROPERTY = /\((?:reading|setting) '([^']+)'\)|property '([^']+)' of '(?:undefined|object)/;
/** Properties that Mortise itself reads from an argument. */
const OF_ARGUMENT = new Set(['toString', 'length']);

/**
 * Names of errors that a missing member can cause: `text(response, request.url)` fails in the stream, not in the
 * engine.
 */
const CAUSED = new Set(['TypeError', 'MessageError', 'SyntaxError']);

/** The hint if code reads a property of a parsed body that is not there. */
const BODY_IS_NULL =
  'the parsed body is null: the request has no body, a malformed one, or one without a parser for its Content-Type; check it, or write createApp({ body: { strict: true } }), which responds with 400 to a malformed body';

/** Ends the hint if a handler returned a member that requests do not have, such as `request.body`. */
const AS_RESPONSE = '; a handler returns a response: return json(response, data)';

/**
 * Finds the code that caused an error of the engine: a member of another framework, unless the property in the error
 * message does not follow it in the code, or a wrong call of something that Mortise has.
 */
export function lineOfCause({ error, sources, lines }: Failure): string | null {
  if (!CAUSED.has(error.name)) return null;
  const follows = followerIn(error);
  for (const source of sources) {
    const text = renamed(error.message, source.names, source.roles);
    const line =
      lineOfCall(text, source, lines) ??
      lineOfOwn(text, source) ??
      lineOfMessage(text, source) ??
      (follows && lineIn(source, follows));
    if (line !== null) return written(line, source, lines);
  }
  // In a function that they call.
  const long = ownMemberIn(error);
  const helper = sourceAt(HANDLER);
  const line = sources.some(({ code }) => code.includes(long)) ? null : lineOfMessage(long, helper);
  return line && written(line, helper, lines);
}

/** Finds what a handler returned, or assigned, that returned nothing to send. */
export function lineOfReturned(source: Source, lines: VariantLines): string | null {
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
  for (const [pattern, text, line] of OF_OWN) {
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
  const [, declared = '', name, call] =
    /\b((?:const|let|var)\s+)?\b(\w+)\s*=\s*((?:handler\.handle|next)\([^)]*\))/.exec(code) ?? [];
  return callee.startsWith(`${name}.`) ? `await it: ${declared}${name} = await ${call}` : null;
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
  const [, first, later] =
    /^(?:async\b\s*)?(?:function\b)?\s*\w*\s*\(\s*\{([^}]*)\}|\{([^{}]*)\}\s*=\s*request\s*[;\n]/.exec(
      code,
    ) ?? [];
  const names = (first ?? later ?? '').split(',').map((name) => name.trim());
  return names.filter((name) => OF_REQUEST.has(name));
}

function lineOf([found, request, response, member = '']: RegExpExecArray, source: Source) {
  const isContext = request === undefined && response === undefined;
  const isOfResponse = request === undefined && !(isContext && member === 'headers');
  const line =
    (isContext ? OF_CONTEXT.get(member) : undefined) ??
    (isOfResponse ? OF_RESPONSE.get(member) : undefined) ??
    (response === undefined ? requestLine(member, source) : undefined);
  return line === undefined
    ? null
    : `instead of ${found}, write ${lineOfResponse(line, found, source.code)}`;
}

function requestLine(member: string, { roles }: Source): string | undefined {
  const line = OF_REQUEST.get(member);
  return roles !== HANDLER && line === ARGUMENTS ? "routeOf(request)?.getArgument('id')" : line;
}

function ownerOf(found: string): string {
  return found.split(/\W/)[0] ?? '';
}
