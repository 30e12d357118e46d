import type { ErrorPage } from '../../src/index.js';

/** A page that is nothing but what every page shows, for comparing. */
export const bareBody: ErrorPage = (title, content) => `<title>${title}</title>${content}`;

const PAGE =
  /<title>(?<title>[\s\S]*)<\/title>[\s\S]*<h1>\k<title><\/h1>\s*<div>(?<content>[\s\S]*)<\/div>\s*<a [^>]*>[^<]*<\/a>\s*<\/body>/;

/** What the page of the reference shows, as {@link bareBody}; any other text as it is. */
export function withoutLayout(page: string): string {
  const { title = '', content = '' } = PAGE.exec(page)?.groups ?? {};
  return title === '' ? page : bareBody(title, content);
}
