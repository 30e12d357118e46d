import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A member of a chat room that connects again as a page does. */
export interface Member {
  /** What others have sent to the room. */
  readonly messages: readonly string[];

  /** How often it has joined the room. */
  readonly joined: number;

  /** The codes of the connections that ended: 1001 if the server said so, 1006 if the connection was lost. */
  readonly ends: readonly number[];
  send(message: string): void;

  /** Waits until the service responds to a ping: by then, a connection that was lost has been replaced. */
  responds(): Promise<void>;
  close(): Promise<void>;
}

/** @returns once it has joined */
export async function enter(url: string, room: string): Promise<Member> {
  const address = `${url.replace('http', 'ws')}/chat/${room}`;
  const state = { messages: [] as string[], joined: 0, ends: [] as number[] };
  let socket: WebSocket;
  let isOpen = true;
  let hasJoined = (): void => undefined;
  const first = new Promise<void>((resolve) => (hasJoined = resolve));
  connect();
  await first;
  return Object.assign(state, {
    send: (message: string) => {
      socket.send(message);
    },
    responds: async () => {
      while (!(await pong(socket))) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    close: async () => {
      isOpen = false;
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  });

  function connect(): void {
    const opened = new WebSocket(address);
    let wasJoined = false;
    socket = opened;
    opened.on('error', () => undefined);
    opened.on('message', (data: Buffer) => {
      const message = data.toString();
      if (message !== 'joined') state.messages.push(message);
      else {
        wasJoined = true;
        state.joined++;
        hasJoined();
      }
    });
    opened.on('close', (code) => {
      if (wasJoined && isOpen) state.ends.push(code);
      if (isOpen) setTimeout(connect, 50);
    });
  }
}

/** @returns whether the connection was open, and the other side has responded */
function pong(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.readyState !== WebSocket.OPEN) {
      resolve(false);
      return;
    }
    socket.once('pong', () => {
      resolve(true);
    });
    socket.once('close', () => {
      resolve(false);
    });
    socket.ping();
  });
}
