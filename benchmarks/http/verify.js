/** Whether a contestant does the work that is measured. */
import { createHash } from 'node:crypto';
import { ask, cookieFrom } from './server-process.js';

/**
 * @param {object} [login] the request that sets the cookie of all checks
 * @returns `''`, or the problem
 */
export async function verify(port, checks, login) {
  const cookie = login === undefined ? {} : { cookie: await cookieFrom(port, login) };
  for (const check of checks) {
    const headers = { ...check.headers, ...cookie };
    const wrong = difference(await ask(port, { ...check, headers }), check);
    if (wrong !== '') return `${check.path}: ${wrong}`;
  }
  return '';
}

function difference({ status, type, headers, body }, wanted) {
  if (status !== (wanted.status ?? 200)) return `status ${status}`;
  if (wanted.type !== undefined && !type.startsWith(wanted.type)) return `type ${type}`;
  const missing = (wanted.fields ?? []).filter((name) => !(name in headers));
  if (missing.length > 0) return `no ${missing.join(', ')}`;
  if (wanted.sha1 !== undefined) {
    const sha1 = createHash('sha1').update(body).digest('hex');
    return sha1 === wanted.sha1 ? '' : `other ${body.length} bytes`;
  }
  const answer = (wanted.read ?? String)(body);
  return answer === wanted.answer ? '' : `${shown(answer)}, not ${shown(wanted.answer)}`;
}

function shown(text) {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
