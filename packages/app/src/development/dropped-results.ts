import { warn } from '@mortise/base';
import { AWAITED, declares, renamed, type Source } from './function-source.js';

/** Functions that write to a response, or copy it; built code can call them as `(0, module.json)(...)`. */
const WRITES = String.raw`(?:json|text|html|with[A-Z]\w*)`;
const NEW_RESPONSE = String.raw`(?:\w+\.)*factories\.createResponse(?=\()`;
/** Functions that return the response to a request, and write nothing to the one that they get. */
const RESPONDS = '(?:webSocket|eventStream|ndjson)';
/** The beginnings of calls whose result is what matters, up to the parenthesis. */
const CALLS: readonly string[] = [
  NEW_RESPONSE,
  // A new response as the first argument.
  String.raw`(?:${WRITES}|\(0, ?\w+\.${WRITES}\))(?=\(${NEW_RESPONSE})`,
  String.raw`(?:${RESPONDS}|\(0, ?\w+\.${RESPONDS}\))(?=\(request, ?response\b)`,
  // A copy of a message, by its method or by a function such as `withCookie`.
  String.raw`(\w+)\.with(?:out)?[A-Z]\w*(?=\()`,
  String.raw`with[A-Z]\w*(?=\((\w+))`,
  // A request with its parsed body.
  String.raw`(?:await )?(?:parseBody|\(0, ?\w+\.parseBody\))(?=\((\w+)\))`,
  // The next handler, without await.
  String.raw`(?:handler\.handle|next)(?=\(request\b)`,
  // An error that is created.
  String.raw`(?:httpError|\(0, ?\w+\.httpError\))(?=\()`,
];
const CALL = new RegExp(String.raw`(?<![\w.$])(?:${CALLS.join('|')})`, 'g');
/** Matches the next call of a chain. */
const NEXT = /^\s*\.with(?:out)?[A-Z]\w*(?=\()/;
const TOKENS = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[([{]|[)\]}]/g;
const known = new WeakSet<object>();

/**
 * Warns (`process.emitWarning`) of each statement in the source of a handler or layer whose result is what matters, and
 * is dropped: `response.withHeader('A', 'b');`, `httpError(404);`, `json(app.factories.createResponse(), data);`,
 * `handler.handle(request);`. Once for each function.
 */
export function warnOfDropped(place: string, callback: unknown, source: Source): void {
  if (Object(callback) !== callback || known.has(callback as object)) return;
  known.add(callback as object);
  const { names, roles } = source;
  const own = (text: string) => renamed(text.replaceAll(/\s+/g, ' '), roles, names);
  for (const { call: dropped, message } of droppedCalls(source)) {
    const call = own(dropped).slice(0, 80);
    const text = `${place} drops the result of ${call}`;
    const [why, write] =
      message === undefined
        ? lineOf(dropped, call)
        : ['A message does not change, it is copied', `${own(message)} = ${call}`];
    warn(text, { code: 'RESULT_DROPPED', detail: `${why}. Write ${write}.` });
  }
}

/** Returns why a result matters, and what to write. @param call as it is written in the code */
function lineOf(dropped: string, call: string): readonly [why: string, write: string] {
  if (/^(?:handler|next)\b/.test(dropped)) {
    return ['What it responds with, or throws, is lost', `return ${call}, or await it`];
  }
  const [what, keyword] = /^(?:\(0, ?\w+\.)?httpError\b/.test(dropped)
    ? ['error', 'throw']
    : ['response', 'return'];
  return [`The request goes on as if there were no ${what}`, `${keyword} ${call}`];
}

interface DroppedCall {
  readonly call: string;
  /** The variable whose copy is dropped; `undefined` for an error or a new response. */
  readonly message: string | undefined;
}

function droppedCalls({ code }: Source): readonly DroppedCall[] {
  const messages = ['request', 'response', AWAITED.exec(code)?.[1]];
  return [...code.matchAll(CALL)].flatMap(({ 0: head, 1: owner, 2: copied, 3: parsed, index }) => {
    const message = owner ?? copied ?? parsed;
    const end = endOfCalls(code, index + head.length);
    if (end === null || !isStatement(code, index, end)) return [];
    const isOurs =
      message === undefined || (messages.includes(message) && !declares(code, message));
    return isOurs ? [{ call: code.slice(index, end), message }] : [];
  });
}

/** Whether nothing uses the result of what is between two indexes: it begins and ends a statement. */
function isStatement(code: string, start: number, end: number): boolean {
  const before = code.slice(0, start);
  const after = code.slice(end);
  const begins =
    /(?:[;{})]|\belse)\s*$/.test(before) ||
    (/[\w'"`\]]\s*\n\s*$/.test(before) && !/\b(?:await|yield|case)\s*$/.test(before));
  return begins && (/^\s*(?:[;}]|$)/.test(after) || /^[^\S\n]*\n\s*[\w$]/.test(after));
}

/** Returns the index after a call, and after the copies that are chained to it; `null` if its end is not found. */
function endOfCalls(code: string, at: number): number | null {
  let depth = 0;
  for (const { 0: token, index } of code.slice(at).matchAll(TOKENS)) {
    if (/^[([{]/.test(token)) depth += 1;
    else if (/^[)\]}]/.test(token)) depth -= 1;
    if (depth > 0 || token.length > 1) continue;
    const end = at + index + 1;
    const [next] = NEXT.exec(code.slice(end)) ?? [];
    return next === undefined ? end : endOfCalls(code, end + next.length);
  }
  return null;
}
