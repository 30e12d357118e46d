export {
  type PostgresStore,
  postgresStore,
  type PostgresStoreOptions,
  type Query,
} from './postgres-store.js';
