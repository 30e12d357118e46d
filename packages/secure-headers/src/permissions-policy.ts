import { object, OptionError } from '@mortise/base/options';

/**
 * The origins that may use each browser feature:
 * `{ camera: [], geolocation: ['self', 'https://maps.example'], fullscreen: '*' }`; `[]` denies a feature.
 */
export type PermissionsPolicy = Readonly<Record<string, '*' | readonly string[]>>;

const FEATURE = /^[a-z][a-z\d-]*$/;
/** Visible ASCII without the quote and the backslash, which end or escape a string (RFC 9651 3.3.3). */
const ORIGIN = /^https?:\/\/[!#-[\]-~]+$/;

/**
 * Returns the value of the `Permissions-Policy` header.
 *
 * @throws {OptionError} for a malformed feature, or an entry that is neither `'self'`, `'src'` nor an origin
 * @see Permissions Policy, 5.1
 */
export function permissionsPolicy(policy: PermissionsPolicy, option = 'permissionsPolicy'): string {
  if (!object.accepts(policy)) {
    throw new OptionError(option, policy, 'an object such as { camera: [] }');
  }
  const features = Object.entries(policy).map(([feature, allowed]: [string, unknown]) => {
    const path = `${option}.${feature}`;
    if (!FEATURE.test(feature)) {
      throw new OptionError(path, allowed, 'a feature in lower case, such as "camera"');
    }
    if (allowed === '*') return `${feature}=*`;
    if (!Array.isArray(allowed)) {
      throw new OptionError(path, allowed, '"*" or a list; [] denies the feature');
    }
    const members = allowed.map((member: unknown, index) => memberOf(`${path}[${index}]`, member));
    return `${feature}=(${members.join(' ')})`;
  });
  return features.join(', ');
}

function memberOf(path: string, member: unknown): string {
  if (member === 'self' || member === 'src') return member;
  if (typeof member === 'string' && ORIGIN.test(member)) return `"${member}"`;
  throw new OptionError(path, member, '"self", "src" or an origin such as "https://a.example"');
}
