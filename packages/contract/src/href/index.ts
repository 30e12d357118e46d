export { href, type HrefInput } from './href.js';
