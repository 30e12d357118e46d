export { factories } from './factories.js';
export { MessageError } from './message-error.js';
