export { currentRequest, requestContext } from './request-context.js';
export { requestFields, type RequestFields } from './request-fields.js';
