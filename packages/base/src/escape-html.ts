import { quote } from './quote.js';

/** The entities, keyed by character code. */
const ENTITIES: Readonly<Record<number, string>> = {
  0x22: '&quot;',
  0x26: '&amp;',
  0x27: '&#39;',
  0x3c: '&lt;',
  0x3e: '&gt;',
};
const SPECIAL = /["&'<>]/g;

/**
 * Escapes text for HTML: `&`, `<`, `>`, `"` and `'`. The result is safe as element content and as a quoted attribute
 * value.
 *
 * It is not safe in an unquoted attribute, in `<script>`, `<style>` or comments, in an event handler such as `onclick`,
 * or as a whole URL (`javascript:`).
 *
 * @param text escaped once: an `&amp;` in it becomes `&amp;amp;`. `''` stays `''`
 * @throws {TypeError} for a value that is not a string, such as a missing query parameter
 * @see HTML, 13.1.2.3 Attributes and 13.3 Serializing HTML fragments
 */
export function escapeHtml(text: string): string {
  if (typeof text !== 'string') {
    const way = 'write escapeHtml(String(value))';
    throw new TypeError(`escapeHtml received ${quote(text)} instead of a string: ${way}`);
  }
  let at = text.search(SPECIAL);
  if (at === -1) return text;
  let html = '';
  let from = 0;
  // A page can have thousands of values, and calling a function for each match would take three times as long.
  while (at !== -1) {
    html += text.slice(from, at) + String(ENTITIES[text.charCodeAt(at)]);
    from = at + 1;
    SPECIAL.lastIndex = from;
    at = SPECIAL.test(text) ? SPECIAL.lastIndex - 1 : -1;
  }
  return html + text.slice(from);
}
