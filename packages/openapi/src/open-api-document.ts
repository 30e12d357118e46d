import type { AppInterface, VariantTypes } from '@mortise/app';
import {
  boolean,
  choice,
  list,
  optional,
  options as declare,
  or,
  rule,
} from '@mortise/base/options';
import type { AnyProblemClass, Schema } from '@mortise/contract';
import { type DescribedRoute, describedRoutes, securityOf } from './described-route.js';
import { OpenApiError } from './openapi-error.js';
import { assertArguments, parametersOf } from './parameters.js';
import { PROBLEM_RESPONSES, PROBLEM_SCHEMAS, problemName, problemSchema } from './problems.js';
import { requestBodyOf } from './request-body.js';
import { responsesOf } from './responses.js';
import { Components } from './schemas/components.js';
import type { Json } from './schemas/json.js';
import type { Direction } from './schemas/read-schema.js';
import { type Template, templatesOf } from './templates.js';

/** Options of {@link openApiDocument}. */
export interface OpenApiOptions {
  /** Title and version of the API, and other members of OpenAPI's `info`. */
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
    readonly [name: string]: unknown;
  };

  /** The URLs of the API. Default: the base path of the application. */
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];

  /** OpenAPI security schemes by name, in addition to those that middleware describes. Default: none. */
  readonly securitySchemes?: Readonly<Record<string, object>>;

  /**
   * How to handle a schema without JSON Schema: `'error'`, or `'any'`, which documents that anything is accepted.
   * Default `'error'`.
   */
  readonly onUnknownSchema?: 'any' | 'error';

  /** Whether `/:name` is a placeholder: the same as the router's option. Default `true`. */
  readonly colonPlaceholders?: boolean;
}

const declared = declare<OpenApiOptions>()('openApiDocument', {
  info: rule((value) => {
    const { title, version } = Object(value) as Readonly<Record<string, unknown>>;
    return typeof title === 'string' && typeof version === 'string';
  }, 'an object with title and version as text'),
  servers: optional(
    list(
      rule<{ readonly url: string }>(
        (value) => typeof (Object(value) as { readonly url?: unknown }).url === 'string',
        'a server: { url: "https://api.example" }',
      ),
      'a list of servers',
    ),
  ),
  securitySchemes: or(
    rule((value) => typeof value === 'object' && value !== null, 'an object: schemes by name'),
    {},
  ),
  onUnknownSchema: or(choice('error', 'any'), 'error'),
  colonPlaceholders: or(boolean, true),
});
type Checked = ReturnType<typeof declared>;

/** An OpenAPI 3.1 document, which contains only JSON values. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: OpenApiOptions['info'];
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, unknown>>;
    readonly securitySchemes?: Readonly<Record<string, object>>;
  };
}

/**
 * Creates the OpenAPI document of an application from its endpoints, and from callbacks with a description by
 * `describe`, in the order of registration. Call it after all routes are registered. The result is not cached.
 *
 * @throws {OpenApiError} `ARGUMENT_UNKNOWN`, `SCHEMA_UNKNOWN`, `REFERENCE_UNKNOWN`, `PATH_AMBIGUOUS`,
 * `SECURITY_SCHEME_UNKNOWN`
 * @throws {OptionError} `OPTION_INVALID`
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument<T extends VariantTypes>(
  app: AppInterface<T>,
  options: OpenApiOptions,
): OpenApiDocument {
  return new DocumentWriter(declared(options)).write(describedRoutes(app), app.getBasePath());
}

/** A path that a route already has. */
interface TakenPath {
  readonly path: string;
  readonly names: readonly string[];
  readonly methods: Map<string, DescribedRoute>;
}

class DocumentWriter {
  readonly #options: Checked;
  readonly #components = new Components(PROBLEM_SCHEMAS);
  readonly #paths: Record<string, Json> = {};
  readonly #taken = new Map<string, TakenPath>();
  readonly #schemes: Record<string, object> = {};
  readonly #operationIds = new Set<string>();

  constructor(options: Checked) {
    this.#options = options;
    Object.assign(this.#schemes, options.securitySchemes);
  }

  write(routes: readonly DescribedRoute[], basePath: string): OpenApiDocument {
    for (const { middleware } of routes) {
      for (const { securitySchemes } of middleware) Object.assign(this.#schemes, securitySchemes);
    }
    for (const route of routes) this.#addRoute(route);
    const { info, servers = [{ url: basePath === '' ? '/' : basePath }] } = this.#options;
    return {
      openapi: '3.1.1',
      info,
      servers,
      paths: this.#paths,
      components: {
        schemas: this.#components.finish(),
        responses: PROBLEM_RESPONSES,
        ...(Object.keys(this.#schemes).length > 0 && { securitySchemes: this.#schemes }),
      },
    };
  }

  #addRoute(route: DescribedRoute): void {
    const { colonPlaceholders } = this.#options;
    const templates = templatesOf(route.pattern, colonPlaceholders);
    const { placeholders = [] } = templates.at(-1) ?? {};
    assertArguments(route, placeholders, this.#components, this.#describe(route, 'input'));
    for (const [index, template] of templates.entries()) {
      const isLongest = index === templates.length - 1;
      const taken = this.#takenPath(template);
      for (const method of route.methods) {
        const other = taken.methods.get(method);
        if (other !== undefined && isLongest) {
          throw OpenApiError.ambiguousPath(route.label, other.label);
        }
        // A shorter variant can also be a route itself, which the router prefers, too.
        if (other !== undefined) continue;
        taken.methods.set(method, route);
        const operation = this.#operation(route, method, template, taken.names, isLongest);
        (this.#paths[taken.path] ??= {})[method.toLowerCase()] = operation;
      }
    }
  }

  /** Paths that differ only in the names of their arguments are one path. */
  #takenPath({ path, shape, placeholders }: Template): TakenPath {
    let taken = this.#taken.get(shape);
    if (taken === undefined) {
      taken = { path, names: placeholders.map(({ name }) => name), methods: new Map() };
      this.#taken.set(shape, taken);
    }
    return taken;
  }

  #operation(
    route: DescribedRoute,
    method: string,
    template: Template,
    names: readonly string[],
    isNamed: boolean,
  ): Json {
    const { description, label } = route;
    const input = this.#describe(route, 'input');
    const parameters = parametersOf(description, template, names, this.#components, input);
    const requestBody = requestBodyOf(description, this.#components, input);
    const security = securityOf(route);
    for (const name of (security ?? []).flatMap(Object.keys)) {
      if (!Object.hasOwn(this.#schemes, name)) throw OpenApiError.unknownScheme(label, name);
    }
    const id = isNamed && route.name !== null ? this.#operationId(route.name, method) : null;
    return {
      ...(id !== null && { operationId: id }),
      ...textsOf(route),
      ...(security !== null && { security }),
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody !== null && { requestBody }),
      responses: responsesOf({
        description,
        inputStatus: route.settings?.status ?? 422,
        middleware: middlewareResponses(route),
        describe: this.#describe(route, 'output'),
        problem: (problem) => this.#problem(problem, route),
      }),
    };
  }

  #describe(route: DescribedRoute, direction: Direction): (schema: Schema, part: string) => Json {
    const options = {
      jsonSchema: route.settings?.jsonSchema ?? null,
      allowsUnknown: this.#options.onUnknownSchema === 'any',
    };
    return (schema, part) =>
      this.#components.add(schema, direction, `${route.label}, ${part}`, options);
  }

  #problem(problem: AnyProblemClass, route: DescribedRoute): Json {
    const schema = problemSchema(problem, this.#describe(route, 'output'));
    return this.#components.share(problemName(problem.options), schema);
  }

  /** The name of the route; a second method is appended to it. */
  #operationId(name: string, method: string): string {
    const id = this.#operationIds.has(name) ? `${name}.${method.toLowerCase()}` : name;
    this.#operationIds.add(id);
    return id;
  }
}

function middlewareResponses({ middleware }: DescribedRoute): ReadonlyMap<number, string> {
  const responses = new Map<number, string>();
  for (const each of middleware) {
    for (const [status, text] of Object.entries(each.responses ?? {})) {
      responses.set(Number(status), text);
    }
  }
  return responses;
}

/** The texts that describe an operation. */
function textsOf({ description, documentation }: DescribedRoute): Json {
  const {
    summary,
    text,
    tags = documentation.tags,
    deprecated = documentation.deprecated,
  } = description;
  return {
    ...(summary !== undefined && { summary }),
    ...(text !== undefined && { description: text }),
    ...(tags !== undefined && { tags }),
    ...(deprecated === true && { deprecated }),
  };
}
