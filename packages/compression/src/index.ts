export {
  type Coding,
  type CompressionPlan,
  compressionPlan,
  type CompressionRules,
} from './compression-plan.js';
export { isCompressible } from './compressible.js';
