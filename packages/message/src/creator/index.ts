export { createServerRequestCreator, type RequestFactories } from './server-request-creator.js';
