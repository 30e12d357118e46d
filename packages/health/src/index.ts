export { health, type HealthInterface } from './health.js';
export { HealthCheckError } from './health-error.js';
export type { HealthEvent } from './health-event.js';
export type { HealthCheck, HealthOptions } from './health-options.js';
