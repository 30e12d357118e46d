export { channel } from './channel.js';
export type {
  ChannelEvent,
  ChannelInterface,
  ChannelOptions,
  SubscribeOptions,
} from './channel-contract.js';
export { eventStream, type EventStreamOptions } from './event-stream.js';
export { lastEventId } from './last-event-id.js';
export { type DataEvent, formatEvent, type ServerEvent } from './server-event.js';
export type { SharedChannelInterface, SharedChannelOptions } from './shared-channel.js';
export { EventError } from './sse-error.js';
