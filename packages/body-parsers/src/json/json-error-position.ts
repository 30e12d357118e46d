// Strings are scanned without a regular expression: a repetition over a mebibyte can exhaust the stack.
const SCALAR = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Expected = 'value' | 'first item' | 'key' | 'first key' | 'colon' | 'more';

/**
 * Returns the position of the first syntax error in text that is not valid JSON (RFC 8259): the index of the unexpected
 * token, or of an invalid character or escape in a string; the length of the text if it ends early.
 *
 * Called after `JSON.parse` has thrown, because not every engine reports the position.
 */
export function jsonErrorPosition(text: string): number {
  const closers: string[] = [];
  let expected: Expected | null = 'value';
  let at = behindSpace(text, 0);
  while (at < text.length) {
    const first = text.charAt(at);
    const end = tokenEnd(text, at);
    expected = end === -1 && first !== '"' ? null : following(expected, first, closers);
    if (expected === null) return at;
    if (end === -1) return behindCharacters(text, at + 1);
    at = behindSpace(text, end);
  }
  return at;
}

/** Returns what can follow a token, given its first character; null if the token is unexpected. */
function following(expected: Expected, first: string, closers: string[]): Expected | null {
  if (first === closers.at(-1) && (expected === 'more' || expected.startsWith('first'))) {
    closers.pop();
    return 'more';
  }
  switch (expected) {
    case 'colon':
      return first === ':' ? 'value' : null;
    case 'more':
      return first === ',' ? behindComma(closers) : null;
    case 'key':
    case 'first key':
      return first === '"' ? 'colon' : null;
    default:
      return behindValue(first, closers);
  }
}

function behindValue(first: string, closers: string[]): Expected | null {
  if (',:]}'.includes(first)) return null;
  if (first !== '[' && first !== '{') return 'more';
  closers.push(first === '[' ? ']' : '}');
  return first === '[' ? 'first item' : 'first key';
}

function behindComma(closers: readonly string[]): Expected | null {
  const closer = closers.at(-1);
  if (closer === undefined) return null;
  return closer === ']' ? 'value' : 'key';
}

function behindSpace(text: string, start: number): number {
  let at = start;
  while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at++;
  return at;
}

/** @returns -1 if there is no token at this position */
function tokenEnd(text: string, at: number): number {
  const first = text.charAt(at);
  if (first === '"') return stringEnd(text, at + 1);
  return '{}[],:'.includes(first) ? at + 1 : patternEnd(SCALAR, text, at);
}

function stringEnd(text: string, start: number): number {
  const end = behindCharacters(text, start);
  return text.charAt(end) === '"' ? end + 1 : -1;
}

/** Returns the position of the closing quote, or of an earlier control character, invalid escape or end of the text. */
function behindCharacters(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charAt(at) !== '"' && text.charAt(at) >= ' ') {
    const end = text.charAt(at) === '\\' ? patternEnd(ESCAPE, text, at) : at + 1;
    if (end === -1) return at;
    at = end;
  }
  return at;
}

function patternEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
