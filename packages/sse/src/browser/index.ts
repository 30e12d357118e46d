export { browserModule } from './browser-module.js';
export { SharedEventSource, type SharedEventSourceOptions } from './shared-event-source.js';
