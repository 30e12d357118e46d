export { redisStore, type RedisStoreOptions, type SendCommand } from './redis-store.js';
