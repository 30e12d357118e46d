import { object, OptionError } from '@mortise/base/options';

/** The URLs to which browsers send reports, by the name used in `reportTo`: `{ default: '/reports' }`. */
export type ReportingEndpoints = Readonly<Record<string, string>>;

// A key (RFC 9651 3.1.2) and a string (3.3.3).
const KEY = /^[a-z*][a-z\d_.*-]*$/;
const STRING = /^[!#-[\]-~]+$/;

/**
 * Returns the value of the `Reporting-Endpoints` header.
 *
 * @throws {OptionError} for a malformed name, or a URL that is neither https nor a path
 * @see Reporting API, 3.2
 */
export function reportingEndpoints(
  endpoints: ReportingEndpoints,
  option = 'reportingEndpoints',
): string {
  if (!object.accepts(endpoints)) {
    throw new OptionError(option, endpoints, 'an object such as { default: "/reports" }');
  }
  const members = Object.entries(endpoints).map(([name, url]: [string, unknown]) => {
    const path = `${option}.${name}`;
    if (!KEY.test(name)) throw new OptionError(path, url, 'a name in lower case');
    const isUrl = typeof url === 'string' && STRING.test(url) && /^(?:https:\/\/|\/)/.test(url);
    if (!isUrl) throw new OptionError(path, url, 'an https URL, or a path such as "/reports"');
    return `${name}="${url}"`;
  });
  return members.join(', ');
}
