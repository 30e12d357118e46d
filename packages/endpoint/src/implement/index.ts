export { type HandlersOf, implement, type ImplementOptions, type RoutesOf } from './implement.js';
