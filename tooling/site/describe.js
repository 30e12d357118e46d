/**
 * The first sentence of a page that is prose, as plain text, for search engines and lists of pages.
 *
 * @returns {string | undefined} `undefined` if the page has no sentence
 */
export function descriptionOf(markdown) {
  const prose = markdown.replaceAll(/^(?:```.*?^```|#.*?|[|:<>].*?)$/gms, '');
  for (const paragraph of prose.split(/\n\s*\n/)) {
    const text = paragraph
      .trim()
      .replaceAll('\n', ' ')
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[`*]/g, '');
    const sentence = /^(?![-\d]).{20,}?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.');
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}
