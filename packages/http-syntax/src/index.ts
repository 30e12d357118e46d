export { addVary } from '@mortise/base';
export { normalizeMethod } from '@mortise/base/message';
export { type Authority, defaultPort, parseAuthority, parseHost } from './authority.js';
export { type AllowedOrigins, isAllowedOrigin, isOrigin, isOriginOf } from './origin.js';
export { parseBasePath, pathBelow } from './base-path.js';
export { checkedBasePath } from './base-path-option.js';
export { hasPatternSyntax, parsePrefix } from './prefix.js';
export { canonicalPath } from './canonical-path.js';
export { resolvedPath } from './resolved-path.js';
export { parseContentLength } from './content-length.js';
export { parseCookies } from './parse-cookies.js';
export { fieldValueFault, isFieldValue, trimOws } from './field-value.js';
export {
  type EntityTags,
  hasEntityTag,
  isEntityTag,
  opaqueTag,
  parseEntityTags,
} from './entity-tag.js';
export {
  type ForwardedHop,
  parseForwarded,
  parseXForwarded,
  type XForwarded,
} from './forwarded.js';
export { formatHttpDate, parseHttpDate } from './http-date.js';
export { splitList } from './list.js';
export { formatMediaType, type MediaType, parseMediaType } from './media-type.js';
export { acceptableEncodings, negotiateEncoding, negotiateMediaType } from './negotiate.js';
export { negotiateLanguage } from './negotiate-language.js';
export type { Parameters } from './parameters.js';
export {
  decodePercent,
  decodePercentLeniently,
  encodeFragment,
  encodePath,
  encodePathSegment,
  encodeQuery,
  encodeReceivedPath,
  encodeReference,
  encodeUserInfo,
} from './percent.js';
export {
  type ConditionalRequest,
  evaluatePreconditions,
  type PreconditionResult,
  type Validators,
} from './preconditions.js';
export { parseQualityList, type WeightedItem } from './quality-list.js';
export { quote as quotedString } from './quoted-string.js';
export { isReasonPhrase, reasonPhrase } from './reason-phrase.js';
export { parseRequestTarget, type RequestTarget } from './request-target.js';
export { type RequestFacts, serverParams } from './server-params.js';
export { formatSetCookie, type SetCookieAttributes } from './set-cookie.js';
export { type SetCookieCode, SetCookieError } from './set-cookie-error.js';
export { isToken } from './token.js';
