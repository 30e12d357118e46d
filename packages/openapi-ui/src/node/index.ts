export { openApiUi } from './open-api-ui.js';
