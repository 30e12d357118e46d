import { brand, CodedError, HTTP_ERROR, quote } from '@mortise/base';

/** Why a handshake, or the name of a room, was refused: stable, for programs. */
export type WebSocketCode =
  | 'WEBSOCKET_REQUIRED'
  | 'WEBSOCKET_VERSION'
  | 'WEBSOCKET_HANDSHAKE'
  | 'WEBSOCKET_ORIGIN'
  | 'ROOM_NAME_INVALID';

/** A header for which a handshake gets `WEBSOCKET_HANDSHAKE`. */
export type MalformedHeader = 'Sec-WebSocket-Key' | 'Sec-WebSocket-Protocol';

interface Refusal {
  readonly status: 400 | 403 | 426;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

// RFC 9110 15.5.22: a 426 names the protocol.
const UPGRADE = { Upgrade: 'websocket' };

const REFUSALS: Readonly<Record<WebSocketCode, Refusal>> = {
  WEBSOCKET_REQUIRED: {
    status: 426,
    message: 'This address accepts only WebSocket connections.',
    headers: UPGRADE,
  },
  WEBSOCKET_VERSION: {
    status: 426,
    message: 'The WebSocket version is not supported; expected 13.',
    headers: { ...UPGRADE, 'Sec-WebSocket-Version': '13' },
  },
  WEBSOCKET_HANDSHAKE: {
    status: 400,
    message: 'The WebSocket handshake is malformed.',
    headers: {},
  },
  WEBSOCKET_ORIGIN: {
    status: 403,
    message: 'The connection was refused because it comes from another site.',
    headers: {},
  },
  ROOM_NAME_INVALID: { status: 400, message: 'The room name is invalid.', headers: {} },
};

const EXPECTED: Readonly<Record<MalformedHeader, string>> = {
  'Sec-WebSocket-Key': '16 bytes in Base64',
  'Sec-WebSocket-Protocol': 'a list of distinct subprotocols, such as "chat.v1, chat.v2"',
};

/**
 * A mistake of the client. Of a handshake, it is thrown, so that the application renders the response; the name of a room
 * usually comes from the client too.
 */
export class WebSocketError extends CodedError<WebSocketCode> {
  readonly status: 400 | 403 | 426;
  readonly headers: Readonly<Record<string, string>>;

  private constructor(code: WebSocketCode, { status, message, headers }: Refusal) {
    super(code, message);
    this.status = status;
    this.headers = headers;
  }

  static {
    brand(this, '@mortise/ws/WebSocketError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  /** @param malformed the header that the text names; for `WEBSOCKET_HANDSHAKE` */
  static refused(code: WebSocketCode, malformed: MalformedHeader | null = null): WebSocketError {
    const refusal = REFUSALS[code];
    if (malformed === null) return new WebSocketError(code, refusal);
    const message = `The header ${malformed} is invalid; expected ${EXPECTED[malformed]}.`;
    return new WebSocketError(code, { ...refusal, message });
  }

  /** The name is too long for the topics of a bus, or contains NUL or a lone surrogate. */
  static roomName(name: string): WebSocketError {
    const refusal = REFUSALS.ROOM_NAME_INVALID;
    const message = `The room name ${quote(name)} is invalid; expected a shorter name, or one without NUL and lone surrogates.`;
    return new WebSocketError('ROOM_NAME_INVALID', { ...refusal, message });
  }
}
