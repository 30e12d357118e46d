const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/**
 * Escapes text for HTML: `&`, `<`, `>`, `"` and `'`. The result is safe as the content of an element and as a quoted
 * value of an attribute.
 *
 * It is not safe in an attribute without quotes, in `<script>`, `<style>` and comments, in an event handler such as
 * `onclick`, or as a whole URL (`javascript:`).
 *
 * @param text escaped once: an `&amp;` in it becomes `&amp;amp;`. `''` stays `''`
 * @see HTML, 13.1.2.3 Attributes and 13.3 Serializing HTML fragments
 */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) as string);
}
