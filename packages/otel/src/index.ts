export { openTelemetry } from './open-telemetry.js';
export type { CapturedHeaders, OpenTelemetryOptions } from './open-telemetry-options.js';
