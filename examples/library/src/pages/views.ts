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

/** Errors in the design: the layout around a title and content that are escaped already. */
export function errorPage(pages: ViewInterface): ErrorPage {
  return (title, content) => {
    const page = pages.fetch('error', { title, content });
    if (typeof page !== 'string') throw new TypeError('the engine of the pages is synchronous');
    return page;
  };
}
