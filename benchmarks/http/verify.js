/** Whether a contestant does the work that is measured. */
import { createHash } from 'node:crypto';
import { ask } from './server-process.js';

/** @returns `''`, or the problem */
export async function verify(port, checks) {
  for (const check of checks) {
    const wrong = difference(await ask(port, check), check);
    if (wrong !== '') return `${check.path}: ${wrong}`;
  }
  return '';
}

function difference({ status, type, names, body }, wanted) {
  if (status !== (wanted.status ?? 200)) return `status ${status}`;
  if (wanted.type !== undefined && !type.startsWith(wanted.type)) return `type ${type}`;
  if (wanted.field !== undefined && !names.some((name) => name.toLowerCase() === wanted.field)) {
    return `no ${wanted.field}`;
  }
  if (wanted.sha1 !== undefined) {
    const sha1 = createHash('sha1').update(body).digest('hex');
    return sha1 === wanted.sha1 ? '' : `other ${body.length} bytes`;
  }
  const answer = body.toString();
  return answer === wanted.answer ? '' : `${shown(answer)}, not ${shown(wanted.answer)}`;
}

function shown(text) {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
