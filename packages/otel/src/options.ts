import { OptionChecks } from '@mortise/base/options';
import type { Meter, Tracer } from '@opentelemetry/api';
import { OtelError } from './otel-error.js';

/** Headers that become attributes of the span, none by default. */
export interface CapturedHeaders {
  /** Names in any case: the attribute is `http.request.header.<name>`. */
  readonly requestHeaders?: readonly string[] | undefined;

  /** As the application returns them: the attribute is `http.response.header.<name>`. */
  readonly responseHeaders?: readonly string[] | undefined;
}

/** Options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /** Default: that of the global provider. */
  readonly tracer?: Tracer | undefined;

  /** Default: that of the provider which is global at the first request. */
  readonly meter?: Meter | undefined;

  /** Default: no headers. Those that carry secrets are refused: `Authorization`, `Cookie`, `Set-Cookie` and similar. */
  readonly capture?: CapturedHeaders | undefined;
}

/** The checked options. */
export interface ResolvedOptions {
  readonly tracer: Tracer | undefined;
  readonly meter: Meter | undefined;
  /** Lower-case names. */
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: readonly string[];
}

const OPTIONS: Record<keyof OpenTelemetryOptions, 0> = { tracer: 0, meter: 0, capture: 0 };
const CAPTURE: Record<keyof CapturedHeaders, 0> = { requestHeaders: 0, responseHeaders: 0 };
const METER = ['createHistogram', 'createUpDownCounter'] satisfies (keyof Meter)[];
const SECRET = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|^x-api-key$|^x-csrf-token$/;
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

const checks = new OptionChecks(OtelError);

/** @throws {OtelError} `OPTION_INVALID` */
export function resolveOptions(options: OpenTelemetryOptions): ResolvedOptions {
  checks.names(options, OPTIONS);
  const { tracer, meter, capture = {} } = options;
  if (tracer !== undefined) checks.methods('tracer', tracer, ['startSpan'], 'a tracer');
  if (meter !== undefined) checks.methods('meter', meter, METER, 'a meter');
  checks.names(capture, CAPTURE, 'capture');
  const { requestHeaders = [], responseHeaders = [] } = capture;
  return {
    tracer,
    meter,
    requestHeaders: namesOf('capture.requestHeaders', requestHeaders),
    responseHeaders: namesOf('capture.responseHeaders', responseHeaders),
  };
}

function namesOf(option: string, names: readonly string[]): readonly string[] {
  checks.that(Array.isArray(names), option, names, 'a list of header names');
  return names.map((given) => {
    const isName = typeof given === 'string' && NAME.test(given);
    checks.that(isName, option, given, 'the name of a header');
    const name = given.toLowerCase();
    checks.that(!SECRET.test(name), option, given, 'a header that carries no secrets');
    return name;
  });
}
