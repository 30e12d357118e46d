import { FOR_ONE_USER, NOT_STORED } from './error-headers.js';

/** Headers for shared caches alone, which override `Cache-Control` there (RFC 9213; Fastly; nginx). */
export const TARGETED: readonly string[] = [
  'CDN-Cache-Control',
  'Surrogate-Control',
  'X-Accel-Expires',
];

const FOR_SHARED = /^(?:public|s-maxage(?:[\t ]*=.*)?)$/i;
const UNSHARED = /^(?:private|no-store)$/i;

function directivesOf(value: string): string[] {
  return value.split(',').map((directive) => directive.trim());
}

/** Whether a value of `Cache-Control` explicitly lets shared caches store a response. */
export function isShared(value: string): boolean {
  return directivesOf(value).some((directive) => FOR_SHARED.test(directive));
}

/** Returns a value of `Cache-Control` with which shared caches do not store a response; the same if it is one already. */
export function privateOf(value: string): string {
  if (value === FOR_ONE_USER || value === NOT_STORED) return value;
  const all = directivesOf(value);
  const kept = all.filter((directive) => !FOR_SHARED.test(directive));
  if (kept.some((directive) => UNSHARED.test(directive))) {
    return kept.length === all.length ? value : kept.join(', ');
  }
  return ['private', ...kept].join(', ');
}
