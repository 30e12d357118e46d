import { trimOws } from './field-value.js';

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;

/**
 * Returns the members of a comma-separated list in order, trimmed, without empty ones. Commas inside a quoted string do
 * not separate members; an unclosed quote extends to the end.
 *
 * @see RFC 9110 5.6.1
 */
export function splitList(value: string): string[] {
  const members: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= value.length; at++) {
    const code = value.charCodeAt(at);
    if (code === QUOTE) quoted = !quoted;
    else if (code === BACKSLASH && quoted) at++;
    else if ((code === COMMA && !quoted) || at === value.length) {
      const member = trimOws(value.slice(start, at));
      if (member !== '') members.push(member);
      start = at + 1;
    }
  }
  return members;
}
