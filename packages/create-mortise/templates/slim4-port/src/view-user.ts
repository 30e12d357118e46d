import { json, type ResponseInterface } from 'mortise';
import { HttpNotFoundException } from 'mortise/slim';
import { Action } from './action.ts';

/** An action that keeps its request: a route refers to it by `perRequest('ViewUser:invoke')`. */
export class ViewUser extends Action {
  readonly #find: (id: string) => Promise<string | undefined>;

  constructor(find: (id: string) => Promise<string | undefined>) {
    super();
    this.#find = find;
  }

  protected async action(): Promise<ResponseInterface> {
    const name = await this.#find(this.args['id'] ?? '');
    if (name === undefined) throw new HttpNotFoundException(this.request);
    return json(this.response, { id: this.args['id'], name });
  }
}
