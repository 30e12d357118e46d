/** Whether contestants do the work that is measured. */
import { ask } from './ask.js';

/**
 * @typedef {object} Check
 * @property {string} path and the other parts of the request
 * @property {number} [status] 200 without it
 * @property {string} [type] with which the media type must begin
 * @property {string} [coding] of the body, `''` without it
 * @property {string[]} [fields] names that the header must have
 * @property {(body: Buffer) => string} [read] what is compared of the decoded body: all of it without it
 * @property {string} [answer] what `read` must return; without it, what it returned for the first contestant
 */

/**
 * @param {Check[]} checks
 * @param {(port: number) => Promise<object>} [before] the headers that a server has sent before, which all requests have
 * @returns {(port: number) => Promise<string>} asks one contestant after the other: `''`, or the problem
 */
export function checkerOf(checks, before = () => ({})) {
  const first = new Map();
  return async (port) => {
    const sent = await before(port);
    for (const check of checks) {
      const response = await ask(port, { ...check, headers: { ...check.headers, ...sent } });
      const answer = (check.read ?? String)(response.body);
      if (!first.has(check)) first.set(check, check.answer ?? answer);
      const problem = problemOf(response, check, answer, first.get(check));
      if (problem !== '') return `${check.path}: ${problem}`;
    }
    return '';
  };
}

function problemOf({ status, type, coding, headers }, wanted, answer, expected) {
  const { status: code = 200, type: kind = '', coding: coded = '', fields = [] } = wanted;
  if (status !== code) return `status ${status}, not ${code}`;
  if (!type.startsWith(kind)) return `type ${type}`;
  if (coding !== coded) return `coding "${coding}", not "${coded}"`;
  const missing = fields.filter((name) => !(name in headers));
  if (missing.length > 0) return `no ${missing.join(', ')}`;
  return answer === expected ? '' : `${shown(answer)}, not ${shown(expected)}`;
}

function shown(text) {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
