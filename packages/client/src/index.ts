export { ClientError, type ClientErrorCode } from './client-error.js';
export type {
  Call,
  CallInput,
  CallOptions,
  CallResult,
  Client,
  InputViolation,
  Problem,
  RawBody,
  Wire,
} from './client-types.js';
export { type ClientOptions, createClient } from './create-client.js';
export { fetchTransport, type FetchTransportOptions } from './fetch-transport.js';
export type { Transport, TransportRequest, TransportResponse } from './transport.js';
