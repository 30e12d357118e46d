export { fromPg, type PgClient, type PgNotification, type PgPool } from './from-pg.js';
export { fromPglite, type PgliteDatabase } from './from-pglite.js';
export type { PostgresClient, Query } from './postgres-client.js';
export {
  type PostgresPubSub,
  postgresPubSub,
  type PostgresPubSubOptions,
  type SetUpOptions,
} from './postgres-pubsub.js';
