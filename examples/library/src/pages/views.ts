import { type ViewInterface, view } from '@mortise/view';
import { etaEngine } from '@mortise/view/eta';
import type { ErrorPage } from 'mortise';
import { timedEngine } from '../operation/timed.js';
import { charts } from './charts.js';

/** The pages: templates of `views/` in the layout of the library. */
export function libraryView(): ViewInterface {
  return view({
    engine: timedEngine(etaEngine({ root: new URL('./views/', import.meta.url) })),
    layout: 'layout',
    data: { title: '', person: null },
    helpers: (request) => ({
      ...charts,
      // What the footer and forms refer to; an error can have no request.
      pagePath: () => request?.getUri().getPath() ?? null,
    }),
  });
}

/**
 * Errors in the design: the layout around a title, such as `404 Not Found`, and content; both are escaped already.
 *
 * @param next where the log-in of a 401 leads; `''` for the catalogue
 */
export function errorPage(pages: ViewInterface, next = ''): ErrorPage {
  return (title, content) => {
    const [status] = title.split(' ');
    const page = pages.fetch('error', { title, status, content: asSentence(content), next });
    if (typeof page !== 'string') throw new TypeError('the engine of the pages is synchronous');
    return page;
  };
}

/** Messages that are only parts of a sentence, such as `the form has expired`, begin with a capital and end with a full stop. */
function asSentence(content: string): string {
  return content.replace(
    /^<p>(\w)(.*?)\.?<\/p>/s,
    (_, first: string, others: string) => `<p>${first.toUpperCase()}${others}.</p>`,
  );
}
