import { memberOf } from '@mortise/base';
import type { Source } from './function-source.js';

/** Returns the hint for an error that `schema.parse` threw: its client gets 500, not 422. */
export function lineOfIssues(error: Error, sources: readonly Source[]): string | null {
  const code = sources.map((each) => each.code).join('\n');
  if (!Array.isArray(memberOf(error, 'issues')) || !/\bparse(?:Async)?\(/.test(code)) return null;
  const part = /\bparse(?:Async)?\([^;]*request\.getQueryParams\(/.test(code) ? 'query' : 'body';
  return `to answer invalid input with 422, write endpoint({ ${part}: schema }, handler), from @mortise/endpoint`;
}
