import { quote } from '@mortise/base';
import { boolean, optional, options, or, rule } from '@mortise/base/options';
import type { MetadataKey } from '@mortise/http-message';
import { type LayerMaker, LayerStack } from '../middleware/layer-stack.js';
import type { VariantTypes } from '../variant-types.js';
import type { RouteGroupInterface } from './contract.js';
import type { GroupOptions } from './registration-contract.js';

/** The rules of {@link GroupOptions}. */
export const groupRules = {
  metadata: or(
    rule((value) => typeof value === 'object' && value !== null, 'an object'),
    {},
  ),
  layers: or(rule(Array.isArray, 'a list of middleware, outermost first'), []),
  escapedSlashes: optional(boolean),
  body: optional(rule((body) => body === false || Object(body) === body, 'an object, or false')),
};
const declared = options<GroupOptions>()('group', groupRules);

/** The part of a group that its routes see. */
export interface GroupMember {
  layersChanged(): void;
  metadataChanged(): void;
}

/** A group: its layers and metadata, for its routes. */
export class RouteGroup<T extends VariantTypes> implements RouteGroupInterface<T> {
  readonly layers: LayerStack<T>;
  /** The routes of the group, including those of inner groups. */
  readonly members: GroupMember[] = [];
  /** Its own metadata, without that of the outer groups. */
  readonly metadata = Object.create(null) as Record<string, unknown>;
  /** See {@link GroupOptions.escapedSlashes}; `undefined` if it is that of the outer group. */
  readonly escapedSlashes: boolean | undefined;
  /** See {@link GroupOptions.body}. */
  readonly body: GroupOptions['body'] | undefined;
  readonly #pattern: string;

  /**
   * @param pattern as `getPattern` returns it
   * @param place the name of the group in the names of its layers
   */
  constructor(maker: LayerMaker<T>, pattern: string, place: string, given: GroupOptions<T>) {
    const checked = declared(given, `group(${quote(place)})`);
    const { layers, metadata, escapedSlashes, body } = checked;
    this.escapedSlashes = escapedSlashes;
    this.body = body;
    this.#pattern = pattern;
    this.layers = new LayerStack(
      maker,
      () => ` of group ${place}`,
      () => {
        for (const member of this.members) member.layersChanged();
      },
    );
    this.layers.addAll(layers);
    Object.assign(this.metadata, metadata);
  }

  getPattern(): string {
    return this.#pattern;
  }

  setMetadata<V>(key: MetadataKey<V>, value: NoInfer<V>): this {
    this.metadata[key] = value;
    for (const member of this.members) member.metadataChanged();
    return this;
  }

  getMiddleware(): readonly T['middleware'][] {
    return this.layers.values();
  }

  add(...given: readonly [middleware: T['middleware']]): this {
    this.layers.add(given);
    return this;
  }

  addMiddleware(middleware: T['middleware']): this {
    return this.add(middleware);
  }
}
