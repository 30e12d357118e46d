import { type declared, WORDS } from './declared-options.js';

/** The name and the value of a header field. */
export type Field = readonly [name: string, value: string];

/** Headers with one value. */
const SWITCHES = {
  originAgentCluster: ['Origin-Agent-Cluster', '?1'],
  xContentTypeOptions: ['X-Content-Type-Options', 'nosniff'],
  xDownloadOptions: ['X-Download-Options', 'noopen'],
  xXssProtection: ['X-XSS-Protection', '0'],
} as const;

/**
 * Returns the headers that are the same for every response, without the content security policies.
 *
 * @param isHttps whether to include headers for https
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
