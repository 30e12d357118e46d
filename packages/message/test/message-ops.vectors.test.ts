import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { type Encoded, fromPhp, outcome } from './php-value.js';
import { runMessageVectors } from './vectors.js';

interface Input {
  readonly kind: 'request' | 'serverRequest' | 'response';
  readonly method?: string;
  readonly uri?: string;
  readonly server?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly reason?: string;
  readonly ops: readonly [operation: string, ...args: Encoded[]][];
}

/** Every member of every message; a row calls only those that its kind has. */
type AnyMessage = ServerRequestInterface;

runMessageVectors('message-ops', async (input: Input, factories) => {
  const first = create(factories, input);
  let current = first;
  const results: unknown[] = [];
  for (const [operation, ...args] of input.ops) {
    const result = await outcome(() => {
      const original = operation.startsWith('@0.');
      const answer = call(
        factories,
        original ? first : current,
        operation.replace('@0.', ''),
        args,
      );
      if (!operation.startsWith('with')) return answer;
      current = answer as AnyMessage;
      return 'ok';
    });
    results.push(result);
  }
  return { results };
});

function create(
  factories: HttpFactoriesInterface,
  { kind, method = 'GET', uri = '', server, status, reason }: Input,
): AnyMessage {
  if (kind === 'request') return factories.createRequest(method, uri) as AnyMessage;
  if (kind === 'serverRequest') return factories.createServerRequest(method, uri, server);
  return factories.createResponse(status, reason) as unknown as AnyMessage;
}

function call(
  factories: HttpFactoriesInterface,
  message: AnyMessage,
  operation: string,
  args: readonly Encoded[],
): unknown {
  const values = args.map(fromPhp);
  switch (operation) {
    case 'body':
      return message.getBody().text();
    case 'uri':
      return String(message.getUri());
    case 'headerNames':
      return Object.keys(message.getHeaders());
    case 'withBody':
      return message.withBody(factories.createStream(values[0] as string));
    case 'withUri':
      return message.withUri(factories.createUri(values[0] as string), values[1] as boolean);
    case 'withHeader':
    case 'withAddedHeader':
      return message[operation](values[0] as string, headerValue(values[1]));
    case 'withUploadedFiles':
      return message.withUploadedFiles({ ...(values[0] as object) });
    default:
      return (message[operation as 'getAttribute'] as (...all: unknown[]) => unknown)(...values);
  }
}

/** A PHP array of values may have keys, of which nothing is made. */
function headerValue(value: unknown): string {
  const isMap = typeof value === 'object' && value !== null && value.constructor === Object;
  return (isMap ? Object.values(value) : value) as string;
}
