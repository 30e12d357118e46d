import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';

/** The durations of one request, by name. */
export interface ServerTimingInterface {
  /**
   * Starts measuring. Durations with the same name are added up, even if they overlap.
   *
   * @param name for programs; characters other than letters, digits and ``!#$%&'*+-.^_`|~`` become `_`
   * @param description for readers; characters other than visible ASCII and spaces become `?`. The first for a name is
   *   used. Default: none.
   * @returns a function that stops the measurement; only its first call counts. Otherwise it lasts until the response is
   *   created.
   */
  start(name: string, description?: string): () => void;
}

interface Metric {
  total: number;
  readonly description: string | undefined;
  /** When each of those that run was started. */
  readonly running: Set<{ readonly since: number }>;
}

/** Maximum number of names; more are not measured. */
const MAX_NAMES = 32;

/** Measures, and writes the header. */
export class ServerTimings implements ServerTimingInterface {
  readonly #now: () => number;
  readonly #metrics = new Map<string, Metric>();

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  start(name: string, description?: string): () => void {
    const metric = this.#metric(tokenOf(name), description);
    if (metric === null) return ignore;
    const run = { since: this.#now() };
    metric.running.add(run);
    return () => {
      if (metric.running.delete(run)) metric.total += this.#now() - run.since;
    };
  }

  #metric(name: string, description: string | undefined): Metric | null {
    const known = this.#metrics.get(name);
    if (known !== undefined) return known;
    if (this.#metrics.size === MAX_NAMES) return null;
    const metric = { total: 0, description, running: new Set<{ readonly since: number }>() };
    this.#metrics.set(name, metric);
    return metric;
  }

  /** Whether nothing was started. */
  get isEmpty(): boolean {
    return this.#metrics.size === 0;
  }

  /**
   * Returns the value of the header, in the order in which names were first started: `db;dur=12.3, view;desc="page";dur=4`.
   *
   * @returns `''` if nothing was started
   * @see Server Timing 3, W3C
   */
  toString(): string {
    return [...this.#metrics]
      .map(([name, metric]) => {
        const { description } = metric;
        const text = description === undefined ? '' : `;desc=${quoted(description)}`;
        return `${name}${text};dur=${Number(this.#durationOf(metric).toFixed(1))}`;
      })
      .join(', ');
  }

  #durationOf({ total, running }: Metric): number {
    const now = this.#now();
    return [...running].reduce((sum, { since }) => sum + now - since, total);
  }
}

/** The durations of a request: a value of its lifetime, set by the layer that sends them. */
export const SERVER_TIMINGS: AttributeKey<ServerTimings> = 'mortise.server-timings';

const ignore = () => undefined;
const UNMEASURED: ServerTimingInterface = { start: () => ignore };

/**
 * Returns the durations of a request: `const stop = serverTiming(request).start('db')`. They are sent by
 * `serverTimingHeader()`; without it nothing is measured.
 */
export function serverTiming(
  request: Pick<ServerRequestInterface, 'getLifetime'>,
): ServerTimingInterface {
  return request.getLifetime().getValue(SERVER_TIMINGS) ?? UNMEASURED;
}

function tokenOf(name: string): string {
  return isToken(name) ? name : name.replaceAll(/[^\w!#$%&'*+\-.^`|~]/g, '_') || '_';
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, '\\$&')}"`;
}
