import { errorDetails } from './error-details.js';
import type { ErrorRenderer } from './error-renderer.js';

/**
 * A page around the content of an error.
 *
 * @param title text, escaped already
 * @param content HTML
 */
export type ErrorPage = (title: string, content: string) => string;

/**
 * Writes errors as pages.
 *
 * @param page default: one column that follows the reader's light or dark, without a script
 */
export function htmlErrorRenderer(page: ErrorPage = errorPage): ErrorRenderer {
  return (error, displayErrorDetails, { title, description }) =>
    page(
      escapeHtml(title),
      displayErrorDetails ? htmlDetails(error) : `<p>${escapeHtml(description)}</p>`,
    );
}

function htmlDetails(error: Error): string {
  return `<p>The application could not run because of the following error:</p>${errorDetails(error)
    .map(({ type, code, message, file, line, trace }, index) =>
      [
        `<h2>${index === 0 ? 'Details' : 'Caused by'}</h2>`,
        row('Type', type),
        code === null ? '' : row('Code', String(code)),
        row('Message', message),
        row('File', file),
        row('Line', String(line)),
        `<h2>Trace</h2><pre>${escapeHtml(trace)}</pre>`,
      ].join(''),
    )
    .join('')}`;
}

function row(name: string, value: string): string {
  return `<div><strong>${name}:</strong> ${escapeHtml(value)}</div>`;
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) as string);
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
