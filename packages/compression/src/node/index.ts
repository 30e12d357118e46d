export { compression, type CompressionOptions } from './compression.js';
