import type {
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { StoredValue } from '@mortise/store';
import { Claim } from './claim.js';
import { fingerprintOf, storeKeyOf } from './fingerprint.js';
import { idempotencyDecision } from './idempotency-decision.js';
import { type IdempotencyCode, IdempotencyError, ReplayedError } from './idempotency-error.js';
import { IdempotencyEvents, type NotKeptReason } from './idempotency-event.js';
import { parseIdempotencyKey } from './idempotency-key.js';
import { checks, type IdempotencyOptions, resolveOptions } from './idempotency-options.js';
import { type IdempotencyRecord, readRecord } from './idempotency-record.js';
import { errorRecord, isRetryable } from './kept-error.js';
import { recordResponse, replayedResponse, responseRecord } from './kept-response.js';
import { readRequestBody } from './request-body.js';

/** RFC 9110 9.2.1, and QUERY (RFC 10008). */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** For `@mortise/openapi`, which reads it from middleware. */
const DESCRIPTION = {
  responses: {
    400: 'The header `Idempotency-Key` is missing or malformed.',
    409: 'The first request with this `Idempotency-Key` is still running: repeat the request after the seconds in `Retry-After`. Without that header, its outcome is unknown.',
    422: 'The `Idempotency-Key` belongs to another request.',
  },
};

/**
 * Runs the handler once for each key, and repeats the outcome for later requests with the same key and content. Add it
 * to routes or groups, inside of authentication and outside of everything that must run once.
 *
 * @throws {IdempotencyOptionError} if an option is unknown or has a wrong value
 * @see draft-ietf-httpapi-idempotency-key-header-07
 */
export function idempotency(options: IdempotencyOptions): MiddlewareInterface {
  const settings = resolveOptions(options);
  const { store, factories, scope, required, onLost, maxBytes, maxRequestBytes } = settings;
  const { acceptUnquoted, documentation, whenDown, onEvent, prefix, now } = settings;
  const events = new IdempotencyEvents(onEvent, now);

  return Object.assign<MiddlewareInterface, { readonly description: object }>(
    {
      name: 'idempotency',
      process(request, handler) {
        if (SAFE.has(request.getMethod())) return handler.handle(request);
        const key = keyOf(request);
        return key === null ? handler.handle(request) : once(request, handler, key);
      },
    },
    { description: DESCRIPTION },
  );

  /** @returns `null` if the request has no key and needs none */
  function keyOf(request: ServerRequestInterface): string | null {
    const [value, ...others] = request.getHeader('Idempotency-Key');
    if (value === undefined) {
      if (required) throw refusal('IDEMPOTENCY_KEY_MISSING');
      return null;
    }
    const key = others.length === 0 ? parseIdempotencyKey(value, acceptUnquoted) : null;
    if (key === null) throw refusal('IDEMPOTENCY_KEY_INVALID');
    return key;
  }

  async function once(
    given: ServerRequestInterface,
    handler: RequestHandlerInterface,
    key: string,
  ): Promise<ResponseInterface> {
    const owner = scope(given);
    const isScope = typeof owner === 'string' && owner !== '';
    checks.that(isScope, 'scope', owner, 'text that is not empty, such as the id of the user');
    const { bytes, request } = await readRequestBody(given, factories, maxRequestBytes);
    const [name, fingerprint] = await Promise.all([
      storeKeyOf(prefix, owner, key),
      fingerprintOf(request.getMethod(), request.getRequestTarget(), bytes),
    ]);
    const claim = new Claim(settings, name, fingerprint);
    let found: IdempotencyRecord | null;
    try {
      found = await outcomeOf(claim, name, fingerprint, request);
    } catch (error) {
      if (error instanceof IdempotencyError) throw error;
      events.storeDown(request, error);
      if (whenDown === 'refuse') throw error;
      return handler.handle(request);
    }
    if (found !== null) return replay(found);
    return run(claim, request, handler, fingerprint);
  }

  /**
   * @returns the kept outcome; `null` if the request has claimed the key and must run
   * @throws {IdempotencyError} if the key is taken and has no outcome
   */
  async function outcomeOf(
    claim: Claim,
    name: string,
    fingerprint: string,
    request: ServerRequestInterface,
  ): Promise<IdempotencyRecord | null> {
    if (await claim.take(null)) return null;
    let stored: StoredValue | null = await store.get(name);
    // It was freed, or has ended, between the two calls.
    if (stored === null && (await claim.take(null))) return null;
    stored ??= await store.get(name);
    const record = stored && readRecord(stored.value);
    if (stored !== null && record === null) events.report({ type: 'record-unreadable', request });
    switch (idempotencyDecision(record, fingerprint, now())) {
      case 'replay':
        return record;
      case 'reused':
        throw refusal('IDEMPOTENCY_KEY_REUSED');
      case 'running':
        throw refusal('IDEMPOTENCY_IN_PROGRESS');
      case 'lost':
        events.report({ type: 'claim-lost', request });
        if (onLost === 'refuse') throw refusal('IDEMPOTENCY_OUTCOME_UNKNOWN');
        if (await claim.take(stored?.version ?? null)) return null;
        throw refusal('IDEMPOTENCY_IN_PROGRESS');
    }
  }

  function replay(record: IdempotencyRecord): ResponseInterface {
    if (record.kind === 'response') return replayedResponse(record, factories);
    if (record.kind === 'error') throw new ReplayedError(record);
    throw refusal('IDEMPOTENCY_RESPONSE_NOT_KEPT');
  }

  async function run(
    claim: Claim,
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
    fingerprint: string,
  ): Promise<ResponseInterface> {
    try {
      const response = await handler.handle(request);
      const settle = async (content: Uint8Array | NotKeptReason) => {
        if (typeof content === 'string') return unkept(claim, request, fingerprint, content);
        return settled(claim, request, responseRecord(fingerprint, response, content));
      };
      const sent = await recordResponse(response, factories, maxBytes, settle);
      // A stream that nothing reads never ends.
      if (!claim.isSettled) request.getLifetime().onEnd(() => settle('incomplete'));
      return sent;
    } catch (error) {
      await settled(claim, request, isRetryable(error) ? null : errorRecord(fingerprint, error));
      throw error;
    }
  }

  /** The handler has run: whatever the store does, its client gets the outcome. */
  async function settled(
    claim: Claim,
    request: ServerRequestInterface,
    outcome: IdempotencyRecord | null,
  ): Promise<void> {
    try {
      await claim.settle(outcome);
    } catch (error) {
      if (claim.isSettled || outcome === null) events.storeDown(request, error);
      else await unkept(claim, request, outcome.fingerprint, 'too-large');
    }
  }

  async function unkept(
    claim: Claim,
    request: ServerRequestInterface,
    fingerprint: string,
    reason: NotKeptReason,
  ): Promise<void> {
    if (claim.isSettled) return;
    events.report({ type: 'not-kept', request, reason });
    await settled(claim, request, { kind: 'unkept', fingerprint });
  }

  function refusal(code: IdempotencyCode): IdempotencyError {
    return new IdempotencyError(code, documentation);
  }
}
