import { escapeHtml } from '@mortise/base';
import type { ErrorRenderer } from '../contract.js';
import { errorDetails, nearRoutes, rowsOf } from './error-details.js';
import { listedErrors } from './listed-errors.js';

/**
 * Renders an `error` element with a `message`, a `code` and `description` if the error has them, and a `violation` for
 * each of its problem's `errors`.
 */
export const xmlErrorRenderer: ErrorRenderer = (error, displayErrorDetails, facts) => {
  const { title, code, detail } = facts;
  const lines = ['<error>', `  <message>${cdata(title)}</message>`];
  if (code !== null) lines.push(`  <code>${escapeXml(code)}</code>`);
  if (detail !== '') lines.push(`  <description>${cdata(detail)}</description>`);
  for (const { place, detail: text } of listedErrors(facts)) {
    const where = place === '' ? '' : ` in="${escapeXml(place)}"`;
    lines.push(`  <violation${where}>${cdata(text)}</violation>`);
  }
  if (displayErrorDetails) lines.push(...exceptionLines(error));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${lines.join('\n')}\n</error>`;
};

function exceptionLines(error: Error): readonly string[] {
  const exceptions = errorDetails(error).flatMap((details) => [
    '  <exception>',
    ...rowsOf(details).map(([name, value]) => {
      const tag = name.toLowerCase();
      return `    <${tag}>${tag === 'message' ? cdata(value) : escapeXml(value)}</${tag}>`;
    }),
    '  </exception>',
  ]);
  const routes = nearRoutes(error).map(
    ({ methods, pattern, reason }) =>
      `  <route>${cdata(`${methods.join(', ')} ${pattern}: ${reason}`)}</route>`,
  );
  return [...exceptions, ...routes];
}

/** `]]>` would end the section, so it is split across two sections. */
function cdata(text: string): string {
  return `<![CDATA[${xmlCharacters(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** The entities that `escapeHtml` writes are valid in XML too. */
function escapeXml(text: string): string {
  return escapeHtml(xmlCharacters(text));
}

/** Replaces characters that XML does not allow with U+FFFD (XML 1.0 2.2). */
function xmlCharacters(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
