import { SWITCHES, WORDS } from './default-headers.js';
import type { declared } from './secure-headers-options.js';

/** The name and value of a header. */
export type Field = readonly [name: string, value: string];

/**
 * Returns the headers that are the same for every response, which excludes content security policies.
 *
 * @param isHttps whether to include headers for HTTPS
 */
export function headerFields(
  options: ReturnType<typeof declared>,
  isHttps: boolean,
): readonly Field[] {
  const fields: (readonly [name: string, value: string | false])[] = [
    ...Object.entries(WORDS).map(([option, [name]]) => {
      return [name, options[option as keyof typeof WORDS]] as const;
    }),
    ...Object.entries(SWITCHES).map(([option, [name, value]]) => {
      return [name, options[option as keyof typeof SWITCHES] && value] as const;
    }),
    ['Strict-Transport-Security', isHttps && options.hsts],
    ['Referrer-Policy', options.referrerPolicy],
    ['Permissions-Policy', options.permissionsPolicy],
    ['Reporting-Endpoints', options.reportingEndpoints],
  ];
  return fields.filter((field): field is Field => field[1] !== false && field[1] !== '');
}
