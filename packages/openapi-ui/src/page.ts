import { escapeHtml } from '@mortise/base';

/**
 * Allows the page to load its own files and to send requests to its own origin. Swagger UI uses inline styles.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export const CONTENT_SECURITY_POLICY: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** @param files the relative reference of the folder that contains the files */
export function pageHtml(title: string, files: string, documentUrl: string): string {
  const [shown, base, url] = [title, files, documentUrl].map(escapeHtml);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${shown}</title>
<link rel="icon" href="${base}favicon-32x32.png">
<link rel="stylesheet" href="${base}swagger-ui.css">
</head>
<body>
<div id="ui"></div>
<noscript>This page needs JavaScript. The document that it shows is <a href="${url}">here</a>.</noscript>
<script src="${base}swagger-ui-bundle.js"></script>
<script src="${base}start.js"></script>
</body>
</html>
`;
}

/** Swagger UI has dark colors, but uses them only below this class. */
const FOLLOW_SCHEME = `const scheme = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', scheme.matches);
scheme.addEventListener('change', follow);
follow();
`;

/** Starts Swagger UI in the preferred colors, without its validator, which is a third-party service. */
export function startScript(documentUrl: string): string {
  const options = { url: documentUrl, dom_id: '#ui', validatorUrl: null, deepLinking: true };
  return `${FOLLOW_SCHEME}SwaggerUIBundle(${JSON.stringify(options)});\n`;
}

/** Returns the reference of a page's files; relative, so that it works behind a proxy that removes a path prefix. */
export function filesBeside(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last === '' ? './' : `./${last}/`;
}
