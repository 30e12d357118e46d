import { otherMethod, type ReadOnlyResource } from '@mortise/base/message';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { type HealthOptions, resolveOptions } from './health-options.js';
import { type CheckResult, RunningCheck } from './running-check.js';

/** A layer that responds to probes. */
export interface HealthInterface extends MiddlewareInterface {
  /**
   * Makes the application not ready, so that load balancers send requests elsewhere. Call it some seconds before the server
   * closes, since they notice only at their next probe. This cannot be undone.
   */
  drain(): void;
}

/**
 * Responds to `GET` and `HEAD` on two paths, and passes every other request on. Add it last, so that it runs first. Other
 * methods on these paths are 405, unless the application has a route for them.
 *
 * Liveness is 200 as long as the process can respond. Readiness is 200 if every check passes; 503 if one fails, after
 * {@link HealthInterface.drain}, and while the server closes. The body is `application/health+json`
 * (draft-inadarei-api-health-check-06), and no response may be stored.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function health(options: HealthOptions = {}): HealthInterface {
  const resolved = resolveOptions(options);
  const { live, ready, details } = resolved;
  const checks = Object.entries(resolved.checks).map(
    ([name, check]) => [name, new RunningCheck(name, check, resolved)] as const,
  );
  let isDraining = false;
  return {
    name: 'health',
    process(request, handler) {
      const path = pathOf(request);
      if (path !== live && path !== ready) return handler.handle(request);
      if (!isProbe(request)) return otherMethod(request, handler, probes(request));
      if (path === live) return respond(request, true);
      const isClosing = isDraining || request.getLifetime().closing.aborted;
      return isClosing ? respond(request, false) : checked(request);
    },
    drain() {
      isDraining = true;
    },
  };

  function probes(request: ServerRequestInterface): ReadOnlyResource {
    return { factories: () => resolved.factories(request), exists: () => true };
  }

  async function checked(request: ServerRequestInterface): Promise<ResponseInterface> {
    const results = await Promise.all(
      checks.map(async ([name, check]) => [name, await check.result()] as const),
    );
    const passed = results.every(([, result]) => result.passed);
    const more = (await showsDetails(request)) ? { checks: reported(results) } : {};
    return respond(request, passed, more);
  }

  /** Only `true` does: anything else can be the mistake of a program that means to protect them. */
  async function showsDetails(request: ServerRequestInterface): Promise<boolean> {
    const shows: unknown = await details(request);
    return shows === true;
  }

  function respond(
    request: ServerRequestInterface,
    passed: boolean,
    more: object = {},
  ): ResponseInterface {
    const factories = resolved.factories(request);
    const body = JSON.stringify({ status: statusOf(passed), ...more });
    return factories
      .createResponse(passed ? 200 : 503)
      .withHeader('Content-Type', 'application/health+json')
      .withHeader('Cache-Control', 'no-store')
      .withBody(factories.createStream(body));
  }
}

function isProbe(request: ServerRequestInterface): boolean {
  const method = request.getMethod();
  return method === 'GET' || method === 'HEAD';
}

/** The member `checks` of the draft, 4: a list for each name. */
function reported(results: readonly (readonly [name: string, result: CheckResult])[]): object {
  return Object.fromEntries(
    results.map(([name, { passed, milliseconds, time }]) => [
      name,
      [
        {
          status: statusOf(passed),
          observedValue: milliseconds,
          observedUnit: 'ms',
          time: new Date(time).toISOString(),
        },
      ],
    ]),
  );
}

function statusOf(passed: boolean): 'fail' | 'pass' {
  return passed ? 'pass' : 'fail';
}

/** The canonical path; `null` also for a target or host that is malformed, which the application responds to. */
function pathOf(request: ServerRequestInterface): string | null {
  try {
    return canonicalPath(request.getUri().getPath());
  } catch {
    return null;
  }
}
