import type { AnyProblemClass, Schema } from '@mortise/contract';
import { type DescribedRoute, securityOf } from './described-route.js';
import { OpenApiError } from './openapi-error.js';
import { parametersOf } from './parameters.js';
import type { Template } from './path-templates.js';
import { problemName, problemSchema } from './problems.js';
import { requestBodyOf } from './request-body.js';
import { responsesOf } from './responses.js';
import type { Components } from './schemas/components.js';
import type { Json } from './schemas/json.js';
import type { Direction } from './schemas/read-schema.js';

/** Writes the operations of a document: the input and the responses of each method and path. */
export class OperationWriter {
  readonly #components: Components;
  readonly #schemes: Readonly<Record<string, object>>;
  readonly #allowsUnknown: boolean;
  readonly #operationIds = new Set<string>();

  /**
   * @param components receives the schemas
   * @param schemes the document's security schemes, by name
   * @param allowsUnknown whether a schema without JSON Schema is described as accepting anything
   */
  constructor(
    components: Components,
    schemes: Readonly<Record<string, object>>,
    allowsUnknown: boolean,
  ) {
    this.#components = components;
    this.#schemes = schemes;
    this.#allowsUnknown = allowsUnknown;
  }

  /**
   * @param method in capitals
   * @param names the names of the arguments, in path order
   * @param isNamed whether the route's name becomes the `operationId`
   * @throws {OpenApiError} `SECURITY_SCHEME_UNKNOWN`; `SCHEMA_UNKNOWN` if a schema cannot be described
   */
  write(
    route: DescribedRoute,
    method: string,
    template: Template,
    names: readonly string[],
    isNamed: boolean,
  ): Json {
    const { description, label } = route;
    const input = this.describe(route, 'input');
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
        describe: this.describe(route, 'output'),
        problem: (problem) => this.#problem(problem, route),
      }),
    };
  }

  /** Returns a function that describes a route's schemas for input or output. */
  describe(route: DescribedRoute, direction: Direction): (schema: Schema, part: string) => Json {
    const options = {
      jsonSchema: route.settings?.jsonSchema ?? null,
      allowsUnknown: this.#allowsUnknown,
    };
    return (schema, part) =>
      this.#components.add(schema, direction, `${route.label}, ${part}`, options);
  }

  #problem(problem: AnyProblemClass, route: DescribedRoute): Json {
    const schema = problemSchema(problem, this.describe(route, 'output'));
    return this.#components.share(problemName(problem.options), schema);
  }

  /** Returns the route's name, with the method appended if the name is taken. */
  #operationId(name: string, method: string): string {
    let id = name;
    while (this.#operationIds.has(id)) id += `.${method.toLowerCase()}`;
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

/** Returns the summary, description, tags and deprecation of an operation. */
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
