export type { Capabilities, FileAccess } from './capabilities.js';
export {
  certify,
  type ConformanceFailure,
  type ConformanceReport,
} from './certify.js';
export type { ConformanceCase, Contract } from './conformance-case.js';
export { conformanceCases } from './conformance-cases.js';
export { ContractViolation } from './contract-violation.js';
