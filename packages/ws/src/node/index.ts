export type { WebSocketInterface } from '../web-socket-interface.js';
export {
  type RoomCount,
  type RoomPublishOptions,
  rooms,
  type RoomsInterface,
  type RoomsOptions,
} from './rooms/rooms.js';
export { webSocket } from './web-socket.js';
export type { WebSocketOptions } from './web-socket-options.js';
