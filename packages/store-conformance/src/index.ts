export { ContractViolation } from './contract-violation.js';
export { type FaultyServer, storeFaultCases } from './fault-cases.js';
export type { StoreCase } from './store-case.js';
export { storeCases } from './store-cases.js';
