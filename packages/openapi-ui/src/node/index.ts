export type { OpenApiUiAssets } from './assets.js';
export { openApiUi, type OpenApiUiNodeOptions } from './open-api-ui.js';
