export {
  channel,
  type ChannelEvent,
  type ChannelInterface,
  type ChannelOptions,
} from './channel.js';
export type { Timers } from './event-body.js';
export { eventStream, type EventStreamOptions } from './event-stream.js';
export { lastEventId } from './last-event-id.js';
export { formatEvent, type ServerEvent } from './server-event.js';
export type { SharedChannelInterface, SharedChannelOptions } from './shared-channel.js';
export { EventError } from './sse-error.js';
