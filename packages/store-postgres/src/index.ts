export {
  type PostgresStore,
  postgresStore,
  type PostgresStoreOptions,
  type Query,
  type SetUpOptions,
} from './postgres-store.js';
