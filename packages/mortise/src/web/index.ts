export { factories, MessageError } from '@mortise/message';
export * from '../portable.js';
export { bodyParsing } from './body-parsing.js';
export { createApp } from './create-app.js';
