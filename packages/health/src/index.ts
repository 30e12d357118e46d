export { health, type HealthInterface } from './health.js';
export { HealthCheckError, HealthOptionError } from './health-error.js';
export type { HealthCheck, HealthEvent, HealthOptions } from './health-options.js';
