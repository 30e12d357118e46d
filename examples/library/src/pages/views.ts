import { type ViewInterface, view } from '@mortise/view';
import { etaEngine } from '@mortise/view/eta';
import { currentRequest } from '@mortise/request-log/node';
import type { ErrorPage } from 'mortise';
import { yearName } from '../books/year-names.js';
import { timedEngine } from '../operation/timed.js';
import { charts } from './charts.js';
import { keptFields } from './kept-form.js';
import { plural } from '../plural.js';

/** The pages: templates of `views/` in the layout of the library. */
export function libraryView(): ViewInterface {
  return view({
    engine: timedEngine(etaEngine({ root: new URL('./views/', import.meta.url) })),
    layout: 'layout',
    data: { title: '', person: null },
    helpers: (request) => ({
      ...charts,
      plural,
      yearName,
      day: (time: Date) => time.toISOString().slice(0, 10),
      // What the footer and forms refer to; an error can have no request.
      pagePath: () => request?.getUri().getPath() ?? null,
      // The address of this page; a form that is shown again has none.
      ownPath: () => (request?.getMethod() === 'GET' ? request.getUri().getPath() : null),
    }),
  });
}

/** What the buttons of a page add to its address: `/books/1/borrow`. */
const ACTION = /(?<=.)\/(?:borrow|return|reserve|cancel|cover|delete)$/;

/** What the framework says of an address without a route, to developers. */
const NO_ROUTE = 'Please verify the URI';

/** The headings of errors, for visitors; the title of the window has the phrase of HTTP, such as `409 Conflict`. */
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

/** Errors in the design: the layout around a title, such as `404 Not Found`, and content; both are escaped already. */
export function errorPage(pages: ViewInterface): ErrorPage {
  return (title, content) => {
    const [status = ''] = title.split(' ');
    const request = currentRequest();
    const path = request?.getUri().getPath() ?? '';
    const data = {
      ...{ title, status },
      heading: HEADINGS[status] ?? title.slice(status.length + 1),
      content: asSentence(content),
      kept: keptFields(request),
      back: backFrom(path, status),
      // What "How this page was made" explains.
      how: request?.getMethod() === 'GET' ? path : null,
      // Where the log-in of a 401 leads; that of the API is another one.
      next: path.startsWith('/api/') ? '' : path.replace(ACTION, ''),
    };
    const page = pages.fetch('error', data);
    if (typeof page !== 'string') throw new TypeError('the page engine must be synchronous');
    return page;
  };
}

/** The page that has the button of a path, and its name; `null` if there is none, or this visitor cannot see it. */
function backFrom(
  path: string,
  status = '',
): { readonly path: string; readonly name: string } | null {
  if (status === '404') return null;
  if (path.startsWith('/account/')) {
    return status === '401' ? null : { path: '/account', name: 'your account' };
  }
  const [book] = /^\/books\/\d+(?=\/)/.exec(path) ?? [];
  return book === undefined ? null : { path: book, name: 'the book' };
}

/** Messages that are only parts of a sentence, such as `the form has expired`, begin with a capital and end with a full stop; what developers read becomes a sentence for visitors. */
function asSentence(content: string): string {
  if (content.includes(NO_ROUTE)) {
    return '<p>There is no page at this address. Check it, or look in the catalogue.</p>';
  }
  return content.replace(
    /^<p>(\w)(.*?)\.?<\/p>/s,
    (_, first: string, others: string) => `<p>${first.toUpperCase()}${others}.</p>`,
  );
}
