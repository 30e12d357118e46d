import type {
  VariantARequestInterface,
  VariantAResponseInterface,
} from '@mortise/compat-variant-a';
import { HttpNotFoundException } from 'mortise/slim';

/** A controller that keeps its request: a route refers to it by `perRequest('ViewUser:show')`. */
export class ViewUser {
  #request: VariantARequestInterface | null = null;
  readonly #find: (id: string) => Promise<string | undefined>;

  constructor(find: (id: string) => Promise<string | undefined>) {
    this.#find = find;
  }

  async show(
    request: VariantARequestInterface,
    response: VariantAResponseInterface,
    { id = '' }: { readonly id?: string },
  ): Promise<VariantAResponseInterface> {
    this.#request = request;
    const name = await this.#find(id);
    if (name === undefined) throw new HttpNotFoundException(request);
    return response.withJson({ path: this.#request.getUri().getPath(), name });
  }
}
