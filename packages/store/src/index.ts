export { memoryStore, type MemoryStoreOptions } from './memory-store.js';
export {
  checkKey,
  checkStep,
  checkTtl,
  DEFAULT_MAX_BYTES,
  MAX_TTL,
  valueBytes,
} from './store-arguments.js';
export { type StoreCode, StoreError } from './store-error.js';
export type { CounterState, StoredValue, StoreInterface } from './store.js';
export { storeResults } from './store-results.js';
export { newVersion, VERSION_LENGTH } from './version.js';
export { withinTimeout } from './within-timeout.js';
