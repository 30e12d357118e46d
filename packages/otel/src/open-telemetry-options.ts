import {
  ensure,
  list,
  methods,
  nested,
  optional,
  options,
  or,
  synchronous,
} from '@mortise/base/options';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { Meter, Tracer } from '@opentelemetry/api';

/** Headers that become attributes of the span, none by default. */
export interface CapturedHeaders {
  /** Names of request headers, in any case: the attribute is `http.request.header.<name>`. */
  readonly requestHeaders?: readonly string[] | undefined;

  /**
   * Names of response headers, with the values that the application returns: the attribute is
   * `http.response.header.<name>`.
   */
  readonly responseHeaders?: readonly string[] | undefined;
}

/** Options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /** Creates the spans. Default: the global provider's. */
  readonly tracer?: Tracer | undefined;

  /** Creates the metrics. Default: that of the global provider at the first request. */
  readonly meter?: Meter | undefined;

  /**
   * Headers to record as attributes of the span. Those that carry secrets are refused: `Authorization`, `Cookie`,
   * `Set-Cookie` and similar. Default: no headers.
   */
  readonly capture?: CapturedHeaders | undefined;

  /**
   * Returns `true` for a request that is neither traced nor measured, and whose inner spans are not recorded either. A
   * span that `instrumentation-http` has made stays: use its `ignoreIncomingRequestHook` too. Default: none.
   */
  readonly skip?: ((request: ServerRequestInterface) => boolean) | undefined;
}

const METER = ['createHistogram', 'createUpDownCounter'] satisfies (keyof Meter)[];
const SECRET = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|^x-api-key$|^x-csrf-token$/;
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

const names = or(list(nested(lowerName), 'a list of header names'), []);
const capture = options<CapturedHeaders>()('openTelemetry.capture', {
  requestHeaders: names,
  responseHeaders: names,
});

/** Checks the options: the names of headers become lower-case. @throws {OptionError} `OPTION_INVALID` */
export const checkedOptions = options<OpenTelemetryOptions>()('openTelemetry', {
  tracer: optional(methods('a tracer', 'startSpan')),
  meter: optional(methods('a meter', ...METER)),
  capture: nested(capture),
  skip: or(synchronous, () => false),
});

function lowerName(given: string, path: string): string {
  const isName = typeof given === 'string' && NAME.test(given);
  ensure(isName, path, given, 'a header name');
  const name = given.toLowerCase();
  ensure(!SECRET.test(name), path, given, 'a header that carries no secrets');
  return name;
}
