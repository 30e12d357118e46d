export { health, type HealthInterface } from './health.js';
export { HealthCheckError } from './health-error.js';
export type { HealthCheck, HealthEvent, HealthOptions } from './health-options.js';
