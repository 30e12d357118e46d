export { fromIoredis, type IoredisClient, type IoredisConnection } from './from-ioredis.js';
export {
  fromNodeRedis,
  type NodeRedisClient,
  type NodeRedisConnection,
} from './from-node-redis.js';
export type { RedisClient } from './redis-client.js';
export { redisPubSub, type RedisPubSubOptions } from './redis-pubsub.js';
export type { PubSubInterface } from '@mortise/pubsub';
