export type { AllowedOrigins } from '@mortise/http-syntax';
export { handshakeRefusal, type HandshakeRequest } from './handshake-refusal.js';
export { chosenProtocol } from './subprotocol.js';
export type { WebSocketInterface } from './web-socket-interface.js';
export {
  type MalformedHeader,
  type WebSocketCode,
  WebSocketError,
} from './web-socket-error.js';
