/**
 * The upper bounds of histograms of request durations, in seconds, ascending.
 *
 * @see OpenTelemetry semantic conventions for HTTP metrics
 */
export const DURATION_BOUNDS: readonly number[] = [
  ...[0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25],
  ...[0.5, 0.75, 1, 2.5, 5, 7.5, 10],
];
