export { EndpointBodyError, type EndpointBodyErrorCode } from './endpoint-body-error.js';
export { endpoint, endpoints } from './endpoint.js';
export { EndpointError, type EndpointErrorCode } from './endpoint-error.js';
export type {
  DescribedResponse,
  Endpoint,
  EndpointHandler,
  EndpointResponder,
  EndpointResponse,
  MakeEndpoint,
  Respond,
  ResponsesAreNotDescribed,
} from './endpoint-types.js';
export { InputError, type Violation } from './input-error.js';
export { isEndpoint } from './is-endpoint.js';
export type { JsonSchema } from './json-schema/json-schema.js';
export type { EndpointSettings, EndpointsOptions } from './endpoint-options.js';
