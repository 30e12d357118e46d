export {
  type CookieEvent,
  COOKIES,
  type CookiesInterface,
  type CookiesOptions,
  encryptedCookies,
  signedCookies,
  withEncryptedCookie,
  withSignedCookie,
} from './cookies.js';
export { checkKeyRing, type KeyRing } from './key-ring.js';
export { decryptValue, encryptValue } from './sealed-value.js';
export { type CookieAttributes, setCookieValue } from './set-cookie-value.js';
