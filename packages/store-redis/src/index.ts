export { redisStore, type RedisStoreOptions, type SendCommand } from './redis-store.js';
export type { StoreInterface } from '@mortise/store';
