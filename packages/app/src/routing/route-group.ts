import { checkNames } from '@mortise/base';
import type { MetadataKey } from '@mortise/http-message';
import { unknownOption } from '../app-error.js';
import { type LayerMaker, LayerStack } from '../middleware/layer-stack.js';
import type { VariantTypes } from '../variant-types.js';
import type { RouteGroupInterface } from './contract.js';
import type { GroupOptions } from './registration-contract.js';
import type { RouteLimits } from './route-limits.js';

/** The names of {@link GroupOptions}. */
export const GROUP_OPTIONS: Readonly<Record<keyof GroupOptions, 1>> = {
  metadata: 1,
  layers: 1,
  escapedSlashes: 1,
  body: 1,
  limits: 1,
};

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
  /** See {@link GroupOptions.limits}. */
  readonly limits: RouteLimits | undefined;
  readonly #pattern: string;

  /**
   * @param pattern as `getPattern` returns it
   * @param place the name of the group in the names of its layers
   */
  constructor(maker: LayerMaker<T>, pattern: string, place: string, options: GroupOptions<T>) {
    checkNames(options, GROUP_OPTIONS, (text) => unknownOption(`group ${place}: ${text}`));
    const { layers = [], metadata = {}, escapedSlashes, body, limits } = options;
    this.escapedSlashes = escapedSlashes;
    this.body = body;
    this.limits = limits;
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
