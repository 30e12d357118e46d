import type { HttpFactoriesInterface, RequestHandlerInterface } from '@mortise/http-message';
import { bodyParser } from '@mortise/body-parsers';
import { parseXml } from '@mortise/body-parsers/xml';
import {
  type AppInterface,
  createApp,
  type InvocationStrategyInterface,
  requestHandler,
  requestResponse,
  requestResponseArgs,
  requestResponseNamedArgs,
  type RouteArguments,
  type RouteCollectorProxyInterface,
  type RouteInterface,
  type VariantB,
} from '../../src/index.js';
import { type EchoInput, echo } from './echo.js';
import { addTo, type MiddlewareInput, stepsOf } from './middleware.js';

/** An application of the vectors. */
export interface AppInput {
  readonly basePath?: string;
  readonly strategy?: string;
  readonly routes?: readonly NodeInput[];
  readonly middleware?: readonly MiddlewareInput[];
}

type NodeInput = RouteInput | GroupInput | RedirectInput;

interface RouteInput {
  readonly methods?: readonly string[];
  readonly via?: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'any';
  readonly pattern: string;
  readonly handler: EchoInput;
  readonly name?: string;
  readonly middleware?: readonly MiddlewareInput[];
  readonly arguments?: RouteArguments;
  readonly strategy?: string;
  readonly handlerType?: 'requestHandler';
}

interface GroupInput {
  readonly group: string;
  readonly routes: readonly NodeInput[];
  readonly middleware?: readonly MiddlewareInput[];
}

interface RedirectInput {
  readonly redirect: string;
  readonly to: string;
  readonly status?: number;
}

const strategies: Readonly<Record<string, InvocationStrategyInterface>> = {
  RequestResponse: requestResponse,
  RequestResponseArgs: requestResponseArgs,
  RequestResponseNamedArgs: requestResponseNamedArgs,
  RequestHandler: requestHandler(),
  RequestHandlerAttributes: requestHandler(true),
};

/**
 * Builds an application as its author would, under the options that give Slim's ways: errors leave
 * it, `:name` is literal, URLs are not checked, unknown errors bear Slim's name.
 */
export function buildApp(
  factories: HttpFactoriesInterface,
  input: AppInput,
  trace: (step: string) => void,
): AppInterface {
  const app = createApp({
    factories,
    router: { colonPlaceholders: false, rawUrls: true },
    createBodyParser: ({ parsers }, path) =>
      bodyParser({ factories, parsers: { ...xml, ...parsers } }, path),
    errors: {
      catchAll: false,
      unknown: {
        title: 'Slim Application Error',
        description: 'A website error has occurred. Sorry for the temporary inconvenience.',
      },
    },
    ...(input.strategy !== undefined && { strategy: strategyNamed(input.strategy) }),
  });
  if (input.basePath !== undefined) app.setBasePath(input.basePath);
  const build = new Builder(app, input.strategy ?? 'RequestResponse', trace);
  for (const node of input.routes ?? []) build.add(app, node);
  for (const middleware of input.middleware ?? []) addTo(app, middleware, trace);
  return app;
}

class Builder {
  readonly #app: AppInterface;
  readonly #strategy: string;
  readonly #trace: (step: string) => void;

  constructor(app: AppInterface, strategy: string, trace: (step: string) => void) {
    this.#app = app;
    this.#strategy = strategy;
    this.#trace = trace;
  }

  add(place: RouteCollectorProxyInterface, node: NodeInput): void {
    if ('redirect' in node) place.redirect(node.redirect, node.to, node.status);
    else if ('group' in node) this.#addGroup(place, node);
    else this.#addRoute(place, node);
  }

  #addGroup(place: RouteCollectorProxyInterface, node: GroupInput): void {
    const group = place.group(node.group, (inner) => {
      for (const child of node.routes) this.add(inner, child);
    });
    for (const step of node.middleware ?? []) group.add(stepsOf(this.#app, step, this.#trace));
  }

  #addRoute(place: RouteCollectorProxyInterface, node: RouteInput): void {
    const route = this.#registered(place, node);
    if (route === null) return;
    if (node.name !== undefined) route.setName(node.name);
    if (node.arguments !== undefined) route.setArguments(node.arguments);
    if (node.strategy !== undefined) route.setInvocationStrategy(strategyNamed(node.strategy));
    for (const step of node.middleware ?? []) route.add(stepsOf(this.#app, step, this.#trace));
  }

  /** Slim registers a pattern that no path matches, which we refuse: without it every answer is the same. */
  #registered(place: RouteCollectorProxyInterface, node: RouteInput): RouteInterface | null {
    const callback = this.#callback(node);
    try {
      return node.via === undefined
        ? place.map(node.methods ?? [], node.pattern, callback)
        : place[node.via](node.pattern, callback);
    } catch (error) {
      if ((error as { code?: unknown }).code === 'PATTERN_UNREACHABLE') return null;
      throw error;
    }
  }

  #callback({ handler, handlerType, strategy }: RouteInput): VariantB['callback'] {
    const alone: RequestHandlerInterface = {
      handle: (request) => {
        this.#trace('handler');
        return echo(handler, request, this.#app.factories.createResponse(), []);
      },
    };
    if (handlerType === 'requestHandler') return alone;
    const name = strategy ?? this.#strategy;
    if (name.startsWith('RequestHandler')) return (request) => alone.handle(request);
    return (request, response, ...given: readonly unknown[]) => {
      this.#trace('handler');
      return echo(handler, request, response, name === 'RequestResponseArgs' ? given : given[0]);
    };
  }
}

function strategyNamed(name: string): InvocationStrategyInterface {
  const strategy = strategies[name];
  if (strategy === undefined) throw new TypeError(`the vectors name an unknown strategy ${name}`);
  return strategy;
}

const xml = { 'application/xml': parseXml, 'text/xml': parseXml, '+xml': parseXml };
