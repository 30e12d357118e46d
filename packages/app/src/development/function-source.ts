import { isPlainFunction, memberOf } from '@mortise/base';
import { inVariant, LINES, type VariantLines } from '../misuse/variant-lines.js';

/** Matches the parameters of a function. */
const PARAMETERS = /\(([^)]*)|(\w+)\s*=>/;
/** A name that can be found: not that of a parameter that stands for request and response. */
const NAME = /^(?!_?(?:c|ctx|context|event)$)\w+$/;
/** Matches the variable of the next handler's response. */
export const AWAITED = /\b(\w+)\s*=\s*await\s+(?:handler\.handle|next)\(/;
/** A response for code that receives none. */
const FRESH = 'app.factories.createResponse()';

/** The parameters of a handler. */
export const HANDLER: readonly string[] = ['request', 'response'];
/** The parameters of an error handler. */
export const ERROR_HANDLER: readonly string[] = ['request', 'error'];

/** A function that could have caused an error. */
export interface Source {
  /** Without comments; `''` if unknown. Its parameters have the names of their roles, so that `q` is found like `request`. */
  readonly code: string;
  /** What its parameters are, in order: `request`, `response`. */
  readonly roles: readonly string[];
  /** The names of its parameters; `undefined` for a context, or if there is none. */
  readonly names: readonly (string | undefined)[];
  /** What the function itself asks to write instead of a line: that of an endpoint receives `respond`, not a response. */
  readonly instead?: VariantLines['instead'] | undefined;
}

/** An error, and the code that could have caused it. */
export interface Failure {
  readonly error: Error;
  /** The function that threw it, or the handler; then the layers around it. */
  readonly sources: readonly [Source, ...(readonly Source[])];
  /** The layers, as they were added. */
  readonly layers: readonly unknown[];
  readonly lines: VariantLines;
}

/** Returns a hint as it can be written in a function: in its variant, and with the names of its parameters. */
export function written(hint: string, source: Source, lines: VariantLines): string {
  const { code, roles, names } = source;
  const [, late = FRESH] = AWAITED.exec(code) ?? [];
  const own = inVariant(inVariant(hint, source), lines);
  if (own.includes(' => ')) return own;
  // A line about `await` assigns the variable that the code has.
  const isKept = roles.includes('response') || own.startsWith('await it: ');
  const text = isKept ? own : renamed(own, ['response'], [late]);
  const [, line = ''] = text.split('write ');
  const isMissing =
    !line.includes('(request, response, {') &&
    roles.some((role, index) => names[index] === undefined && renamed(line, [role], ['']) !== line);
  const isCalled = Object.values(source.instead ?? {}).some((call) => call.startsWith('response('));
  const given = roles.map((role, index) =>
    role === 'response' && isCalled ? (names[index] ?? 'respond') : names[index],
  );
  return renamed(isMissing ? `${text}, in (${roles.join(', ')}) => { ... }` : text, roles, given);
}

/** Whether code declares a name itself, except for the next handler's response. */
export function declares(code: string, name: string): boolean {
  return new RegExp(
    `\\b(?:const|let|var|function)\\s+${name}\\b(?!\\s*=[^;]*\\b(?:handle|next)\\()`,
  ).test(code);
}

/** Whether a function has a parameter of that name, or assigns the next handler's response to that name. */
export function takes(code: string, name: string): boolean {
  const end = code.search(/=>|\)/);
  const isParameter = new RegExp(`\\b${name}\\b`).test(code.slice(0, Math.max(0, end)));
  return !declares(code, name) && (isParameter || code.includes(` ${name} = await `));
}

/**
 * Returns the member that a message names, such as `response.status`; `'-'` if there is none. In a library, which is
 * written for another framework, there is none: it is known by its folder, or by its short names if it is bundled.
 */
export function ownMemberIn({ message, stack = '' }: Error): string {
  const [frame = ''] = /^ +at .*$/m.exec(stack) ?? [];
  const [member = '-'] = /\b\w{5,}\??\.\w+/.exec(message) ?? [];
  return frame.includes('node_modules') ? '-' : member;
}

/** Returns the parameters of middleware. */
export function rolesOf({ middleware }: VariantLines): readonly string[] {
  return middleware.slice(1, middleware.indexOf(')')).split(', ');
}

/** Returns the call of the next handler. */
export function callOf({ middleware }: VariantLines): string {
  return middleware.slice(middleware.indexOf('=> ') + 3);
}

/** Renames variables in code, but not words in prose: "a response". */
export function renamed(
  text: string,
  from: readonly (string | undefined)[],
  to: readonly (string | undefined)[],
): string {
  return from.reduce<string>((now, name, index) => {
    const other = to[index];
    if (name === undefined || other === undefined || name === other) return now;
    return now.replaceAll(new RegExp(`(?<!\\b(?:a|the) |[.\\w/])${name}\\b`, 'g'), other);
  }, text);
}

/** A function of which only its parameters are known. */
export function sourceAt(roles: readonly string[]): Source {
  return { code: '', roles, names: roles };
}

/**
 * Describes a handler or layer; for an object, the method that is called.
 *
 * @param usual what the parameters are; those of `process` are the same in all variants
 */
export function sourceOf(value: unknown, usual: readonly string[]): Source {
  const method = isPlainFunction(value)
    ? undefined
    : ['handle', 'process', 'invoke'].find((name) => isPlainFunction(memberOf(value, name)));
  const called = method === undefined ? value : memberOf(value, method);
  const roles = method === 'process' ? rolesOf(LINES) : usual;
  const whole = isPlainFunction(called) ? String(called) : '';
  // Node replaces types with spaces.
  const code = whole.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*| +(?=[ ),.;])/g, '');
  const [, list, only = ''] = PARAMETERS.exec(code) ?? [];
  const given = (list ?? only).replace(/\{[^}]*\}/, '').split(',');
  const names = roles.map((_, index) => NAME.exec(given[index]?.trim() ?? '')?.[0]);
  const instead = memberOf(value, 'instead') as VariantLines['instead'];
  return { code: renamed(code, names, roles), roles, names, instead };
}
