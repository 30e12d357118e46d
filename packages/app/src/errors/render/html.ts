import { escapeHtml } from '@mortise/base';
import type { ErrorFacts, ErrorPage, ErrorRenderer } from '../contract.js';
import type { NearRoute } from '../../exceptions/exceptions-by-status.js';
import { errorDetails, nearRoutes, rowsOf } from './error-details.js';
import { listedErrors } from './listed-errors.js';

/**
 * Creates a renderer of HTML pages, with the title and description of the error or its status.
 *
 * @param page renders the page around the content; default: a single column, light or dark, without scripts
 */
export function htmlErrorRenderer(page: ErrorPage = errorPage): ErrorRenderer {
  return (error, displayErrorDetails, facts) =>
    page(
      escapeHtml(facts.title),
      (displayErrorDetails ? htmlDetails(error) : paragraph(facts.description)) + faults(facts),
    );
}

/** Renders the `errors` of a problem as a list. */
function faults(facts: ErrorFacts): string {
  const items = listedErrors(facts).map(({ place, detail }) => {
    const where = place === '' ? '' : `<code>${escapeHtml(place)}</code>: `;
    return `<li>${where}${escapeHtml(detail)}</li>`;
  });
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

function paragraph(text: string): string {
  return text === '' ? '' : `<p>${escapeHtml(text)}</p>`;
}

function htmlDetails(error: Error): string {
  const routes = nearRoutes(error);
  return [
    '<p>The application could not run because of the following error:</p>',
    ...errorDetails(error).map((details, index) =>
      [
        `<h2>${index === 0 ? 'Details' : 'Caused by'}</h2>`,
        ...rowsOf(details).map(([name, value]) => row(name, value)),
        details.trace === undefined ? '' : `<h2>Trace</h2><pre>${escapeHtml(details.trace)}</pre>`,
      ].join(''),
    ),
    routes.length === 0
      ? ''
      : `<h2>Routes that nearly matched</h2><ul>${routes.map(item).join('')}</ul>`,
  ].join('');
}

function item({ methods, pattern, reason }: NearRoute): string {
  return `<li><code>${escapeHtml(`${methods.join(', ')} ${pattern}`)}</code>: ${escapeHtml(reason)}</li>`;
}

function row(name: string, value: string): string {
  return `<div><strong>${name}:</strong> ${escapeHtml(value)}</div>`;
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#fbfaf8, #17181a); color: light-dark(#222, #e6e3dd); font: 17px/1.55 system-ui, sans-serif; }
main { max-width: 48rem; margin: 0 auto; padding: 12vh 1.5rem 3rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 .5rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
strong { display: inline-block; min-width: 5.5rem; }
pre { overflow-x: auto; padding: 1rem; border-radius: .4rem; background: light-dark(#f0ede7, #222427); font-size: .85rem; overflow-wrap: normal; }
`;

const errorPage: ErrorPage = (title, content) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
