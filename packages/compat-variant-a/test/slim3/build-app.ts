import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import {
  requestResponseArgs,
  type RouteArguments,
  type RouteCollectorProxyInterface,
} from '@mortise/app';
import {
  createApp,
  type Settings,
  type VariantA,
  type VariantAAppInterface,
  type VariantAAppOptions,
  type VariantAResponseInterface,
} from '../../src/index.js';
import { type EchoInput, echo } from './echo.js';
import { type MiddlewareInput, middlewareOf } from './middleware.js';

/** An application of the vectors. */
export interface AppInput {
  readonly settings?: Partial<Settings>;
  readonly strategy?: string;
  readonly routes?: readonly NodeInput[];
  readonly middleware?: readonly MiddlewareInput[];
  readonly handlers?: Readonly<Record<string, HandlerInput | 'unset'>>;
}

interface HandlerInput {
  readonly text: string;
  readonly status?: number;
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

type Trace = (step: string) => void;
type Place = RouteCollectorProxyInterface<VariantA>;

/**
 * Builds an application as its author would, under the options that give Slim's ways: errors leave it,
 * `:name` is literal, URLs are not checked, unknown errors bear Slim's name.
 */
export function buildApp(
  factories: HttpFactoriesInterface,
  input: AppInput,
  basePath: string,
  trace: Trace,
): VariantAAppInterface {
  // Of this type, so that the callbacks keep the types of `args`: the strategy is known when it runs.
  const strategy: Pick<VariantAAppOptions, 'strategy'> =
    input.strategy === 'RequestResponseArgs' ? { strategy: requestResponseArgs } : {};
  const app = createApp({
    ...strategy,
    factories,
    settings: { ...input.settings, basePath },
    router: { colonPlaceholders: false, rawUrls: true },
    logger: { error: () => undefined, info: () => undefined },
    errors: {
      catchAll: false,
      unknown: {
        title: 'Slim Application Error',
        description: 'A website error has occurred. Sorry for the temporary inconvenience.',
      },
      page: (title, content) => `<title>${title}</title>${content}`,
    },
  });
  for (const [name, handler] of Object.entries(input.handlers ?? {})) {
    app.getContainer().set(name, () => handlerOf(name, handler, trace));
  }
  const builder = new Builder(app, input.strategy === 'RequestResponseArgs', trace);
  for (const node of input.routes ?? []) builder.add(app, node);
  for (const middleware of input.middleware ?? []) app.add(middlewareOf(middleware, trace));
  return app;
}

function handlerOf(name: string, input: HandlerInput | 'unset', trace: Trace): unknown {
  if (input === 'unset') return null;
  return (
    _request: unknown,
    response: VariantAResponseInterface,
    more?: readonly string[] | Error,
  ): ResponseInterface => {
    trace(name);
    const said = more instanceof Error ? more.message : (more ?? []).join('|');
    return response.withStatus(input.status ?? 500).write(input.text + said);
  };
}

class Builder {
  readonly #app: VariantAAppInterface;
  readonly #takesValues: boolean;
  readonly #trace: Trace;

  constructor(app: VariantAAppInterface, takesValues: boolean, trace: Trace) {
    this.#app = app;
    this.#takesValues = takesValues;
    this.#trace = trace;
  }

  add(place: Place, node: NodeInput): void {
    if ('redirect' in node) place.redirect(node.redirect, node.to, node.status);
    else if ('group' in node) this.#addGroup(place, node);
    else this.#addRoute(place, node);
  }

  #addGroup(place: Place, node: GroupInput): void {
    const group = place.group(node.group, (inner) => {
      for (const child of node.routes) this.add(inner, child);
    });
    for (const input of node.middleware ?? []) group.add(middlewareOf(input, this.#trace));
  }

  #addRoute(place: Place, node: RouteInput): void {
    const callback = this.#callback(node.handler);
    const route =
      node.via === undefined
        ? place.map(node.methods ?? [], node.pattern, callback)
        : place[node.via](node.pattern, callback);
    if (node.name !== undefined) route.setName(node.name);
    if (node.arguments !== undefined) route.setArguments(node.arguments);
    for (const input of node.middleware ?? []) route.add(middlewareOf(input, this.#trace));
  }

  #callback(input: EchoInput): VariantA['callback'] {
    return (request, response, ...given: readonly unknown[]) => {
      this.#trace('handler');
      const router = this.#app.getContainer().get('router');
      return echo(input, router, request, response, this.#takesValues ? given : given[0]);
    };
  }
}
