export type { WebSocketInterface } from '../web-socket.js';
export { webSocket } from './web-socket.js';
export type { WebSocketOptions } from './web-socket-options.js';
