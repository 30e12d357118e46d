export { currentUrl } from './current-url.js';
export { render, viewOf } from './view-of-request.js';
export { isTemplateName } from './template-name.js';
export { type RenderOptions, VIEW, view, type ViewInterface, type ViewOptions } from './view.js';
export { VIEW_DATA, withViewData } from './view-data.js';
export type { ViewData, ViewEngineInterface } from './view-engine.js';
export { type TemplatePlace, type ViewCode, ViewError } from './view-error.js';
export type { FormField, FormFields, UrlValues, ViewHelpers } from './view-helpers.js';
