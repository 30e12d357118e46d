export type { ConnectionEvents, LiveConnection } from './live-connection.js';
export { type LiveServer, LiveTopics, type LiveTopicsOptions } from './live-topics.js';
export { memoryPubSub, type MemoryPubSubOptions } from './memory-pubsub.js';
export type { TopicHistory } from './ordered-topic.js';
export type {
  PublishOptions,
  PubSubInterface,
  PubSubListener,
  PubSubMessage,
  PubSubSubscription,
  SubscribeOptions,
} from './pubsub.js';
export {
  checkTopic,
  MESSAGE_ID_TTL,
  type PublishArguments,
  publishArguments,
  recentOf,
} from './pubsub-arguments.js';
export { type PubSubCode, PubSubError } from './pubsub-error.js';
export { withinTimeout } from './within-timeout.js';
