import { quote, warnOnce } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';

/** Warns, once, if the router of an application omits the base path that its requests have. */
export class OtherMounts {
  readonly #basePath: string;
  readonly #warn = warnOnce('BASE_PATH_MISSING');
  #other: string | null = null;

  /** @param basePath the base path that the router adds */
  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  /** Notes the base path of a request as the application receives it. */
  note(request: ServerRequestInterface): void {
    const outer = request.getUri().getBasePath();
    if (outer !== '' && outer !== this.#basePath) this.#other = outer;
  }

  /** @param path the generated path of the route */
  warn(name: string, path: string): void {
    if (this.#other === null) return;
    this.#warn(
      `pathFor(${quote(name)}) returned ${quote(path)}, but the application received a request below ${quote(this.#other)}`,
      `Write urlFor(request, ${quote(name)}) from @mortise/app, or view.urlFor(${quote(name)}) in a template: they know the request.`,
    );
  }
}
