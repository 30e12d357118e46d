export { type LabelValue, metrics, type MetricsOptions } from './metrics.js';
export { metricsHandler, type MetricsHandlerOptions } from './metrics-handler.js';
