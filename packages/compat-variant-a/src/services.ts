import type { ContainerInterface } from '@mortise/app';
import type { Handlers } from './errors/handlers.js';
import type { PathRouterInterface } from './path-router.js';
import type { Settings } from './settings.js';

/**
 * The entries of an application's container, by name. Declare your own entries, and they are typed
 * wherever the container is used:
 *
 *     declare module '@mortise/compat-variant-a' {
 *       interface Services {
 *         readonly greeting: string;
 *       }
 *     }
 */
export interface Services extends Readonly<{ [Name in keyof Handlers]: Handlers[Name] | null }> {
  readonly settings: Settings;
  readonly router: PathRouterInterface;
}

/** The type of an entry; `unknown` for one that {@link Services} does not list. */
export type ServiceOf<Id extends string> = Id extends keyof Services ? Services[Id] : unknown;

/** A container whose entries are typed by name. It is `this` in callbacks and middleware. */
export interface ServiceContainerInterface extends ContainerInterface {
  get<Id extends string>(id: Id): ServiceOf<Id>;
}
