export { CreateError, type CreateErrorCode } from './create-error.js';
export { createProject, type ProjectOptions } from './create-project.js';
export { type TemplateName, templates } from './templates.js';
