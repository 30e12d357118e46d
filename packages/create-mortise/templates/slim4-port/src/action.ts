import type { Awaitable, ResponseInterface, ServerRequestInterface } from 'mortise';
import type { RouteArguments } from 'mortise/slim';

/**
 * The base class of Slim's skeleton. It keeps the request in a field, so each request needs its own action: name it as
 * `perRequest('ViewUser:invoke')`.
 */
export abstract class Action {
  protected request!: ServerRequestInterface;
  protected response!: ResponseInterface;
  protected args!: RouteArguments;

  invoke(
    request: ServerRequestInterface,
    response: ResponseInterface,
    args: RouteArguments,
  ): Awaitable<ResponseInterface> {
    this.request = request;
    this.response = response;
    this.args = args;
    return this.action();
  }

  protected abstract action(): Awaitable<ResponseInterface>;
}
