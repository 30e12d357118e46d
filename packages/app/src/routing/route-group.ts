import { quote } from '@mortise/base';
import { boolean, nested, object, optional, options, or, rule } from '@mortise/base/options';
import type { MetadataKey } from '@mortise/http-message';
import { record } from '../option-rules.js';
import { type LayerOwner, LayerStack } from '../middleware/layer-stack.js';
import type { VariantTypes } from '../variant-types.js';
import type { RouteGroupInterface } from './contract.js';
import type { GroupOptions } from './registration-contract.js';
import { routeLimits } from './route-limits.js';

/** The rules of {@link GroupOptions}. */
export const groupRules = {
  metadata: record,
  layers: or(rule(Array.isArray, 'a list of middleware, outermost first'), []),
  escapedSlashes: optional(boolean),
  body: optional(rule((body) => body === false || object.accepts(body), 'an object, or false')),
  limits: nested(routeLimits),
};
const declared = options<GroupOptions>()('group', groupRules, { middleware: 'layers' });

/** The part of a route that its groups see. */
export interface GroupMember {
  layersChanged(): void;
  metadataChanged(): void;
}

/** A group of routes, with its layers and metadata. */
export class RouteGroup<T extends VariantTypes>
  extends LayerStack<T, T['routeMiddleware']>
  implements RouteGroupInterface<T>
{
  /** The routes of the group, including those of inner groups. */
  readonly members: GroupMember[] = [];
  /** Its own metadata, without that of the outer groups. */
  readonly metadata = Object.create(null) as Record<string, unknown>;
  readonly options: ReturnType<typeof declared>;
  readonly #pattern: string;
  readonly #place: string;

  /**
   * @param pattern the result of `getPattern`
   * @param place the name of the group in the names of its layers
   */
  constructor(owner: LayerOwner<T>, pattern: string, place: string, given: GroupOptions<T>) {
    super(owner);
    this.options = declared(given, `group(${quote(place)})`);
    this.#pattern = pattern;
    this.#place = place;
    this.addAll(this.options.layers);
    Object.assign(this.metadata, this.options.metadata);
  }

  protected override get place(): string {
    return ` of group ${this.#place}`;
  }

  override layersChanged(): void {
    for (const member of this.members) member.layersChanged();
  }

  getPattern(): string {
    return this.#pattern;
  }

  getMetadata<V>(key: MetadataKey<V>): V | undefined {
    return this.metadata[key] as V | undefined;
  }

  setMetadata<V>(key: MetadataKey<V>, value: NoInfer<V>): this {
    this.metadata[key] = value;
    for (const member of this.members) member.metadataChanged();
    return this;
  }
}
