import { DURATION_BOUNDS, loggedUri } from '@mortise/base/message';
import type { Attributes, Histogram, Meter, UpDownCounter } from '@opentelemetry/api';
import type { RequestEnd, ServerRequestInterface } from '@mortise/http-message';
import { methodAttribute, protocolVersion } from './request-attributes.js';
import type { RequestOutcome } from './request-outcome.js';

/** The default bounds of the SDK end at 10,000, which are few bytes. */
const BYTES = [0, 128, 1_024, 8_192, 65_536, 524_288, 4_194_304, 33_554_432];

/**
 * The metrics of a server. No attribute comes from the client, except through the list of known methods: not the
 * path, and not the `Host`.
 *
 * @see OpenTelemetry semantic conventions for HTTP metrics, server
 */
export class ServerMetrics {
  readonly #duration: Histogram;
  readonly #active: UpDownCounter;
  readonly #requestSize: Histogram;
  readonly #responseSize: Histogram;

  constructor(meter: Meter) {
    const size = (of: 'request' | 'response'): Histogram =>
      meter.createHistogram(`http.server.${of}.body.size`, {
        description: `Size of HTTP server ${of} bodies.`,
        unit: 'By',
        advice: { explicitBucketBoundaries: BYTES },
      });
    this.#duration = meter.createHistogram('http.server.request.duration', {
      description: 'Duration of HTTP server requests.',
      unit: 's',
      advice: { explicitBucketBoundaries: [...DURATION_BOUNDS] },
    });
    this.#active = meter.createUpDownCounter('http.server.active_requests', {
      description: 'Number of active HTTP server requests.',
      unit: '{request}',
    });
    this.#requestSize = size('request');
    this.#responseSize = size('response');
  }

  /**
   * Counts a request as active.
   *
   * @returns records its end
   */
  begin(
    request: ServerRequestInterface,
  ): (end: RequestEnd, outcome: RequestOutcome, route: string | null) => void {
    const start = performance.now();
    const known: Attributes = {
      'http.request.method': methodAttribute(request.getMethod()),
      'url.scheme': loggedUri(request).getScheme(),
    };
    this.#active.add(1, known);
    return (end, { status, errorType }, route) => {
      this.#active.add(-1, known);
      const attributes: Attributes = {
        ...known,
        'network.protocol.version': protocolVersion(request),
        ...(route !== null && { 'http.route': route }),
        ...(status !== null && { 'http.response.status_code': status }),
        ...(errorType !== null && { 'error.type': errorType }),
      };
      this.#duration.record((end.time - start) / 1_000, attributes);
      const length = request.getHeaderLine('Content-Length');
      if (/^\d+$/.test(length)) this.#requestSize.record(Number(length), attributes);
      this.#responseSize.record(end.bytes, attributes);
    };
  }
}
