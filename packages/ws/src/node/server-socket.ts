import { statusOf } from '@mortise/base';
import { ensure } from '@mortise/base/options';
import type { ServerRequestInterface, UpgradedConnection } from '@mortise/http-message';
import type { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { WebSocketInterface } from '../web-socket-interface.js';
import { CallbackQueue } from './callback-queue.js';
import { checkClose, failureCode } from './close-code.js';
import { heartbeat } from './heartbeat.js';
import type { OrderedWebSocket } from './ordered-web-socket.js';
import { ReadAhead } from './read-ahead.js';
import type { WebSocketRules } from './web-socket-options.js';

/** Milliseconds that the end of a connection waits for callbacks. */
const PATIENCE = 10_000;

/** Bytes of messages that are read while a callback is pending. */
const READ_AHEAD = 64 * 1024;

/** A socket of the package `ws`, its callbacks and its limits. */
export class ServerSocket implements WebSocketInterface {
  readonly request: ServerRequestInterface;
  readonly #ws: OrderedWebSocket;
  readonly #rules: WebSocketRules;
  readonly #queue: CallbackQueue;
  /** In which the callbacks run. */
  readonly #context: AsyncResource;
  readonly #reading: ReadAhead;
  readonly #stopHeartbeat: () => void;
  /** Why this side closes the connection; `null` if it does not. */
  #closing: { readonly code: number; readonly reason: string } | null = null;
  /** What to do when the callbacks of the messages before the client's end have ended. */
  #finishing: (() => void)[] = [];

  constructor(
    ws: OrderedWebSocket,
    request: ServerRequestInterface,
    connection: UpgradedConnection,
    rules: WebSocketRules,
    context: AsyncResource,
  ) {
    this.#ws = ws;
    this.#context = context;
    this.request = request;
    this.#rules = rules;
    this.#reading = new ReadAhead(ws, READ_AHEAD);
    this.#queue = new CallbackQueue((error) => {
      // As in a response, an error with a status below 500 is the client's.
      if ((statusOf(error) ?? 500) < 500) this.close(1008);
      else {
        connection.report(error);
        this.close(1011);
      }
    }, PATIENCE);
    this.#stopHeartbeat = this.#beat(connection.socket as Socket);
    ws.onFinish = (finish) => {
      this.#finishInTurn(finish);
    };
    ws.on('message', (data: Buffer, isBinary) => {
      this.#receive(
        isBinary ? new Uint8Array(data.buffer, data.byteOffset, data.length) : data.toString(),
      );
    });
    // The client broke the protocol or a limit, or its connection failed.
    ws.on('error', (error) => {
      const code = failureCode(error);
      if (code !== null) this.#closing ??= { code, reason: '' };
      this.#queue.drop();
      this.#finish();
    });
    ws.on('close', (received, bytes) => {
      const { code, reason } = this.#closing ?? { code: received, reason: bytes.toString() };
      this.#stopHeartbeat();
      this.#finishing = [];
      // The request has ended: no other callback may begin.
      this.#queue.drop();
      this.#queue.whenIdle(() => {
        this.#call(() => rules.onClose(this, code, reason));
      });
    });
    this.#call(() => rules.onOpen(this));
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
    ensure(isMessage, 'send.message', message, 'a string or a Uint8Array');
    if (!this.isOpen) return;
    if (this.bufferedAmount > this.#rules.maxBuffered) this.close(1013, 'too slow');
    else this.#ws.send(message);
  }

  close(code = 1000, reason = ''): void {
    checkClose('close', code, reason);
    if (!this.isOpen) return;
    this.#stopHeartbeat();
    this.#queue.drop();
    if (this.#finishing.length > 0) {
      // The client has closed first.
      this.#finish();
      return;
    }
    this.#closing = { code, reason };
    this.#ws.closeNow(code, reason);
    // The client's part of the closing handshake has to be read.
    this.#reading.end();
  }

  #call(callback: () => unknown): void {
    this.#queue.push(() => this.#context.runInAsyncScope(callback));
  }

  #receive(message: string | Uint8Array): void {
    if (this.#closing !== null) return;
    const { length } = message;
    this.#reading.add(length);
    this.#call(() => {
      this.#reading.remove(length);
      return this.#rules.onMessage(this, message);
    });
  }

  #finishInTurn(finish: () => void): void {
    this.#finishing.push(finish);
    if (this.#closing !== null) {
      this.#finish();
      return;
    }
    // A client that closes does not reply to pings any more.
    this.#stopHeartbeat();
    this.#queue.whenIdle(() => {
      this.#finish();
    });
  }

  #finish(): void {
    for (const finish of this.#finishing.splice(0)) finish();
  }

  #beat(connection: Socket): () => void {
    const ws = this.#ws;
    const reading = this.#reading;
    const beating = {
      get received() {
        return connection.bytesRead;
      },
      wasPaused: () => reading.wasPaused(),
      ping: () => {
        ws.ping();
      },
      lose: () => {
        ws.terminate();
      },
    };
    return heartbeat(beating, this.#rules.heartbeat);
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
