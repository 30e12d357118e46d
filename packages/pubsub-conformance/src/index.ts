export { ContractViolation } from './contract-violation.js';
export { pubSubFaultCases } from './fault-cases.js';
export type { FaultyPubSub } from './faulty-pubsub.js';
export type { PubSubCase, PubSubPair } from './pubsub-case.js';
export { pubSubCases } from './pubsub-cases.js';
