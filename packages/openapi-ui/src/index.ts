export {
  openApiPages,
  type OpenApiPagesOptions,
  type OpenApiUiHandler,
  type OpenApiUiOptions,
} from './open-api-pages.js';
export { OpenApiUiError } from './openapi-ui-error.js';
