export { ContractViolation } from './contract-violation.js';
export { type FaultyPubSub, pubSubFaultCases } from './fault-cases.js';
export type { PubSubCase, PubSubPair } from './pubsub-case.js';
export { pubSubCases } from './pubsub-cases.js';
