export { cookieSession, type CookieSessionOptions } from './cookie-session.js';
export type { FlashInterface } from './flash.js';
export type { SessionCookie } from './session-cookie-options.js';
export { type SessionCode, SessionError } from './session-error.js';
export {
  CSRF_SECRET,
  flashOf,
  SESSION,
  type SessionInterface,
  sessionOf,
} from './session-interface.js';
export { session } from './session.js';
export type { SessionOptions } from './session-options.js';
export type { SessionEvent } from './store-alarm.js';
