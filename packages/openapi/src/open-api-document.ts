import type { AppInterface, VariantTypes } from '@mortise/app';
import {
  boolean,
  choice,
  list,
  object,
  optional,
  options as declare,
  or,
  rule,
} from '@mortise/base/options';
import { type DescribedRoute, describedRoutes } from './described-route.js';
import { OpenApiError } from './openapi-error.js';
import { OperationWriter } from './operation-writer.js';
import { assertArguments } from './parameters.js';
import { PROBLEM_RESPONSES, PROBLEM_SCHEMAS } from './problems.js';
import { Components } from './schemas/components.js';
import type { Json } from './schemas/json.js';
import { type Template, templatesOf } from './path-templates.js';

/** Options of {@link openApiDocument}. */
export interface OpenApiOptions {
  /** The title and version of the API, and other members of OpenAPI's `info`. */
  readonly info: {
    /** The name of the API. */
    readonly title: string;
    /** The version of the API (not of OpenAPI), such as `1.0.0`. */
    readonly version: string;
    /** What the API is for, in Markdown. Default: none. */
    readonly description?: string | undefined;
    readonly [name: string]: unknown;
  };

  /** The URLs of the API. Default: the base path of the application. */
  readonly servers?:
    | readonly {
        /** A URL such as `https://api.example/v1`; absolute, or relative to the document. */
        readonly url: string;
        /** What the server is for, in Markdown. Default: none. */
        readonly description?: string | undefined;
      }[]
    | undefined;

  /** OpenAPI security schemes by name, in addition to those that middleware describes. Default: none. */
  readonly securitySchemes?: Readonly<Record<string, object>> | undefined;

  /**
   * How to handle a schema without JSON Schema: `'error'` throws `SCHEMA_UNKNOWN`, `'any'` documents that anything is
   * accepted. Default `'error'`.
   */
  readonly onUnknownSchema?: 'any' | 'error' | undefined;

  /** Whether `/:name` is a placeholder; must equal the router's option. Default `true`. */
  readonly colonPlaceholders?: boolean | undefined;
}

const INFO = 'info: { title, version }';
const declared = declare<OpenApiOptions>()(
  'openApiDocument',
  {
    info: rule((value) => {
      const {
        title,
        version,
        description = '',
      } = Object(value) as Readonly<Record<string, unknown>>;
      return [title, version, description].every((each) => typeof each === 'string');
    }, 'an object with the strings title, version and optionally description'),
    servers: optional(
      list(
        rule<{ readonly url: string }>(
          (value) => typeof (Object(value) as { readonly url?: unknown }).url === 'string',
          'a server such as { url: "https://api.example" }',
        ),
        'a list of servers',
      ),
    ),
    securitySchemes: or(rule(object.accepts, 'an object of schemes by name'), {}),
    onUnknownSchema: or(choice('error', 'any'), 'error'),
    colonPlaceholders: or(boolean, true),
  },
  { title: INFO, version: INFO, description: INFO },
);
type Checked = ReturnType<typeof declared>;

/**
 * @param name of the function that received the options
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkOpenApiOptions(options: OpenApiOptions, name: string): void {
  declared(options, name);
}

/** An OpenAPI 3.1 document; contains only JSON values. */
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
 * Creates the OpenAPI document of an application from its endpoints and from handlers described with {@link describe},
 * in registration order. Call it after all routes are registered. The result is not cached.
 *
 * @throws {OpenApiError} `ARGUMENT_UNKNOWN`, `SCHEMA_UNKNOWN`, `REFERENCE_UNKNOWN`, `PATH_AMBIGUOUS`,
 *   `SECURITY_SCHEME_UNKNOWN`
 * @throws {OptionError} `OPTION_INVALID`
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument<T extends VariantTypes>(
  app: AppInterface<T>,
  options: OpenApiOptions,
): OpenApiDocument {
  return new DocumentWriter(declared(options)).write(describedRoutes(app), app.getBasePath());
}

/** A path that already has an operation. */
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
  readonly #operations: OperationWriter;

  constructor(options: Checked) {
    this.#options = options;
    Object.assign(this.#schemes, options.securitySchemes);
    const allowsUnknown = options.onUnknownSchema === 'any';
    this.#operations = new OperationWriter(this.#components, this.#schemes, allowsUnknown);
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
    assertArguments(
      route,
      placeholders,
      this.#components,
      this.#operations.describe(route, 'input'),
    );
    for (const [index, template] of templates.entries()) {
      const isLongest = index === templates.length - 1;
      const taken = this.#takenPath(template);
      for (const method of route.methods) {
        const other = taken.methods.get(method);
        if (other !== undefined && isLongest) {
          throw OpenApiError.ambiguousPath(route.label, other.label);
        }
        // A shorter variant can also be a separate route, which the router prefers too.
        if (other !== undefined) continue;
        taken.methods.set(method, route);
        const operation = this.#operations.write(route, method, template, taken.names, isLongest);
        (this.#paths[taken.path] ??= {})[method.toLowerCase()] = operation;
      }
    }
  }

  /** Returns the entry of a path; paths that differ only in the names of their arguments share one. */
  #takenPath({ path, shape, placeholders }: Template): TakenPath {
    let taken = this.#taken.get(shape);
    if (taken === undefined) {
      taken = { path, names: placeholders.map(({ name }) => name), methods: new Map() };
      this.#taken.set(shape, taken);
    }
    return taken;
  }
}
