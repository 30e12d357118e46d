import { expect } from '@jest/globals';

/** Visitors read no phrases of HTTP. */
const HEADINGS: Readonly<Record<string, string>> = {
  401: 'Please sign in',
  403: 'Not allowed',
  409: 'Not possible now',
  413: 'Too large',
  422: 'Please check your input',
  429: 'Please wait a moment',
  500: 'Something went wrong',
  503: 'Closed for a moment',
};

/** Asserts that a response is an error in the design, with the headers of every page. @returns its text */
export async function expectErrorPage(response: Response, title: string): Promise<string> {
  const { headers } = response;
  const page = await response.text();
  expect(response.status).toBe(Number(title.slice(0, 3)));
  expect(page).toContain(`<title>${title} · The Library</title>`);
  expect(page.match(/<h1>.*?<\/h1>/g)).toEqual([
    `<h1>${HEADINGS[title.slice(0, 3)] ?? title.slice(4)}</h1>`,
  ]);
  expect(page).toContain(`<p class="shelf-mark">${title.slice(0, 3)}</p>`);
  expect(page).toMatch(/<section class="error">[^]*<p>[A-Z][^<]+\.<\/p>[^]*href="\/books"/);
  for (const part of [
    'lang="en"',
    '/assets/base.css',
    '/assets/error.css',
    '<nav',
    '<main id="content">',
    '<footer>',
  ]) {
    expect(page).toContain(part);
  }
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    vary: expect.stringContaining('Accept'),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'x-request-id': expect.stringMatching(/^[-\w]{36}$/),
  });
  // Only a form that can be sent again has a token, which starts a session.
  const startsSession =
    page.includes('Send again') && page.startsWith('403', page.indexOf('<title>') + 7);
  expect(headers.get('Cache-Control') ?? 'no-cache').toContain(
    startsSession ? 'no-store' : 'no-cache',
  );
  expect(headers.getSetCookie()).toHaveLength(startsSession ? 1 : 0);
  return page;
}
