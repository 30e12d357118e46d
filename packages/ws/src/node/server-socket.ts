import { OptionChecks } from '@mortise/base/options';
import type { ServerRequestInterface, UpgradedConnection } from '@mortise/http-message';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { WebSocketInterface } from '../web-socket.js';
import { WebSocketOptionError } from '../web-socket-error.js';
import { CallbackQueue } from './callback-queue.js';
import { failureCode, isCloseCode, MAX_REASON } from './close-code.js';
import { heartbeat } from './heartbeat.js';
import type { WebSocketRules } from './web-socket-options.js';

const checks = new OptionChecks(WebSocketOptionError);

/** A socket of the package `ws`, its callbacks and its limits. */
export class ServerSocket implements WebSocketInterface {
  readonly request: ServerRequestInterface;
  readonly #ws: WebSocket;
  readonly #rules: WebSocketRules;
  readonly #queue: CallbackQueue;
  /** Why this side closes the connection; `null` if it does not. */
  #closing: { readonly code: number; readonly reason: string } | null = null;

  constructor(
    ws: WebSocket,
    request: ServerRequestInterface,
    connection: UpgradedConnection,
    rules: WebSocketRules,
  ) {
    this.#ws = ws;
    this.request = request;
    this.#rules = rules;
    const fail = (error: unknown): void => {
      connection.report(error);
      this.close(1011);
    };
    this.#queue = new CallbackQueue(fail, (isBusy) => {
      // A client that is faster than its callbacks waits, instead of filling the memory.
      if (isBusy && this.#closing === null) ws.pause();
      else ws.resume();
    });
    const raw = connection.socket as Socket;
    const queue = this.#queue;
    const stop = heartbeat(
      {
        get received() {
          return raw.bytesRead;
        },
        get isPaused() {
          return ws.isPaused;
        },
        ping: () => {
          ws.ping();
        },
        lose: () => {
          ws.terminate();
        },
      },
      rules.heartbeat,
    );
    ws.on('message', (data: Buffer, isBinary) => {
      const message = isBinary
        ? new Uint8Array(data.buffer, data.byteOffset, data.length)
        : data.toString();
      queue.push(() => {
        if (this.#closing === null) return rules.onMessage(this, message);
      });
    });
    // The client broke the protocol or a limit, or its connection failed.
    ws.on('error', (error) => {
      const code = failureCode(error);
      if (code !== null) this.#closing ??= { code, reason: '' };
    });
    ws.on('close', (received, bytes) => {
      stop();
      const { code, reason } = this.#closing ?? { code: received, reason: bytes.toString() };
      queue.push(() => rules.onClose(this, code, reason));
    });
    queue.push(() => rules.onOpen(this));
    this.#closeWithServer();
  }

  get protocol(): string {
    return this.#ws.protocol;
  }

  get isOpen(): boolean {
    return this.#closing === null && this.#ws.readyState === this.#ws.OPEN;
  }

  get bufferedAmount(): number {
    return this.#ws.bufferedAmount;
  }

  send(message: string | Uint8Array): void {
    const isMessage = typeof message === 'string' || (message as unknown) instanceof Uint8Array;
    checks.that(isMessage, 'message', message, 'a string or a Uint8Array');
    if (!this.isOpen) return;
    if (this.bufferedAmount > this.#rules.maxBuffered) this.close(1013, 'too slow');
    else this.#ws.send(message);
  }

  close(code = 1000, reason = ''): void {
    checks.that(isCloseCode(code), 'code', code, '1000 to 1003, 1007 to 1014, or 3000 to 4999');
    const fits = typeof reason === 'string' && Buffer.byteLength(reason) <= MAX_REASON;
    checks.that(fits, 'reason', reason, `text of at most ${MAX_REASON} bytes`);
    if (!this.isOpen) return;
    this.#closing = { code, reason };
    this.#ws.close(code, reason);
    // The client's part of the closing handshake has to be read.
    this.#ws.resume();
  }

  #closeWithServer(): void {
    const { closing } = this.request.getLifetime();
    const close = (): void => {
      this.close(1001, 'the server is closing');
    };
    if (closing.aborted) close();
    else closing.addEventListener('abort', close, { once: true });
  }
}
