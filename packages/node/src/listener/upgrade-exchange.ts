import { upgradeOf, type Upgrade } from '@mortise/base/upgrade';
import type { ResponseInterface } from '@mortise/http-message';
import type { Socket } from 'node:net';
import { NodeAdapterError } from '../node-adapter-error.js';
import { ResponseHeaders } from '../response/response-headers.js';
import { Exchange } from './exchange.js';

/**
 * A request for another protocol. A response from `upgradeTo` takes over its connection, and the request ends with the
 * connection; any other response is sent, and closes the connection. Node no longer parses the connection, so this
 * class does what Node's parser does for other requests.
 */
export class UpgradeExchange extends Exchange {
  readonly #socket: Socket = this.outgoing.req.socket;
  #taken = false;

  constructor(...exchange: ConstructorParameters<typeof Exchange>) {
    super(...exchange);
    // Without a read, the socket would not notice that the client disconnects. The bytes stay in its buffer.
    this.#socket
      .on('end', this.#endSocket)
      .on('drain', this.#drained)
      .on('timeout', this.#timedOut)
      .read(0);
    this.outgoing.once('finish', this.#closeSocket);
  }

  override get status(): number | null {
    return this.#taken ? 101 : super.status;
  }

  protected override deliver(response: ResponseInterface): void {
    const upgrade = upgradeOf(response);
    if (upgrade === null) super.deliver(response);
    else this.#take(upgrade, response);
  }

  #take({ protocol, take }: Upgrade, response: ResponseInterface): void {
    if (protocol.toLowerCase() !== 'websocket') {
      const text = `invalid response: the client did not request ${protocol}`;
      throw new NodeAdapterError('RESPONSE_INVALID', text, 500);
    }
    this.watch();
    this.#taken = true;
    const { outgoing } = this;
    const socket = this.#socket;
    outgoing.detachSocket(socket);
    socket.off('end', this.#endSocket).off('drain', this.#drained).off('timeout', this.#timedOut);
    // Before the connection's own listener, which aborts its requests as if the client had disconnected.
    socket.prependOnceListener('close', (failed: boolean) => {
      if (failed) this.abort(NodeAdapterError.clientGone());
      else
        this.context.runInAsyncScope(() => {
          this.end();
        });
    });
    const report = (error: unknown): void => {
      this.report(error);
    };
    const rawHeaders = withoutUpgrade(new ResponseHeaders(response.getRawHeaders()).list);
    // Called immediately; an exception becomes a rejection.
    new Promise<void>((resolve) => {
      resolve(take({ incoming: outgoing.req, socket, rawHeaders, report }));
    }).catch((error: unknown) => {
      report(error);
      socket.destroy();
    });
  }

  readonly #endSocket = (): void => {
    this.#socket.end();
  };

  readonly #drained = (): void => {
    this.outgoing.emit('drain');
  };

  readonly #timedOut = (): void => {
    this.outgoing.emit('timeout');
  };

  readonly #closeSocket = (): void => {
    this.outgoing.detachSocket(this.#socket);
    this.core.lingering.close(this.#socket);
  };
}

function withoutUpgrade(list: readonly string[]): readonly string[] {
  return list.filter((_, at) => list[at - (at % 2)]?.toLowerCase() !== 'upgrade');
}
