/** An event about a check. */
export type HealthEvent =
  | {
      /** Reported each time a check fails. */
      readonly type: 'check-failed';
      readonly name: string;
      /** What the check threw, or the `Error` that it returned; otherwise a {@link HealthCheckError}. */
      readonly error: unknown;
      readonly milliseconds: number;
    }
  | {
      /** The check has passed again. */
      readonly type: 'check-recovered';
      readonly name: string;
    };

/**
 * Creates the default of `onEvent`: prints a check that fails, with its error, and when it passes again. Further failures
 * until then are not printed, because probes repeat every few seconds.
 */
export function failuresOnConsole(): (event: HealthEvent) => void {
  const failing = new Set<string>();
  return (event) => {
    const check = `health check ${JSON.stringify(event.name)}`;
    if (event.type === 'check-recovered') {
      failing.delete(event.name);
      console.info(`${check} passes again`);
    } else if (!failing.has(event.name)) {
      failing.add(event.name);
      console.error(`${check} failed:`, event.error);
    }
  };
}
