import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Lines of a stack, to the end of the text or of an element. */
const STACK = /\bat (?:(?!<\/)[^\n])+(?:\n *at (?:(?!<\/)[^\n])+)*/g;
const LINE = /("line": |<line>|Line:(?:<\/strong>)? )\d+/g;

/** Returns the details of an error with `{trace}`, `{file}` and `{line}` in place of what differs between checkouts. */
export function withoutPlaces(details: string): string {
  return details
    .replaceAll(STACK, (lines) => (lines.includes(ROOT) ? '{trace}' : lines))
    .replaceAll(LINE, '$1{line}')
    .split(ROOT)
    .map((part, index) => (index === 0 ? part : `{file}${part.replace(/^[\w./-]+/, '')}`))
    .join('');
}
