export { metrics, type MetricsOptions } from './metrics.js';
export { MetricsError } from './metrics-error.js';
export { metricsHandler, type MetricsHandlerOptions } from './metrics-handler.js';
export { requestLabels, type RequestLabels } from './request-labels.js';
