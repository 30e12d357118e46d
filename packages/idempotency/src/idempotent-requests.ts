import { AUTHENTICATES, REPORTED_ERROR } from '@mortise/base/keys';
import { errorOf, insideLayer, isInsideLayer, type LayerMark } from '@mortise/base/message';
import type {
  RequestHandlerInterface,
  ResponseFactoryInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { type StoredValue, storeResults } from '@mortise/store';
import { Claim, STORE } from './claim.js';
import { fingerprintOf, storeKeyOf } from './fingerprint.js';
import { idempotencyDecision } from './idempotency-decision.js';
import { type IdempotencyCode, IdempotencyError, ReplayedError } from './idempotency-error.js';
import { IdempotencyEvents, type NotKeptReason } from './idempotency-event.js';
import { type ResolvedIdempotencyOptions, scopeOf } from './idempotency-options.js';
import { type IdempotencyRecord, readRecord } from './idempotency-record.js';
import { isHandlerTimeout } from './is-handler-timeout.js';
import { errorRecord, isRetryable } from './kept-error.js';
import { authenticationWarning } from './authentication-warning.js';
import { recordResponse, replayedResponse, responseRecord } from './kept-response.js';
import { readRequestBody } from './read-request-body.js';

/** A request with a key. */
interface KeyedRequest {
  readonly request: ServerRequestInterface;
  readonly factories: ResponseFactoryInterface & StreamFactoryInterface;
  readonly fingerprint: string;
  /** The key in the store. */
  readonly name: string;
  readonly claim: Claim;
}

/** Runs requests with keys, or repeats their outcome. */
export class IdempotentRequests {
  readonly #settings: ResolvedIdempotencyOptions;
  readonly #events: IdempotencyEvents;
  readonly #warnInside = authenticationWarning();

  constructor(settings: ResolvedIdempotencyOptions) {
    this.#settings = settings;
    this.#events = new IdempotencyEvents(settings.onEvent, settings.now);
  }

  async handle(
    request: ServerRequestInterface,
    handler: RequestHandlerInterface,
    key: string,
  ): Promise<ResponseInterface> {
    request.getLifetime().setValue(AUTHENTICATES, () => {
      this.#warnInside(request);
    });
    const keyed = await this.#read(request, key);
    if (isInsideLayer(keyed.request, this.#markOf(keyed))) return handler.handle(keyed.request);
    let outcome: IdempotencyRecord | null;
    try {
      outcome = await this.#outcomeOf(keyed);
    } catch (error) {
      if (error instanceof IdempotencyError) throw error;
      this.#events.storeDown(keyed.request, error);
      if (this.#settings.whenDown === 'refuse') throw error;
      return handler.handle(keyed.request);
    }
    return outcome === null ? this.#run(keyed, handler) : this.#repeat(outcome, keyed);
  }

  /** The claim of an outer layer decides about the outcome of the whole request. */
  #markOf({ name }: KeyedRequest): LayerMark {
    return ['idempotency', this.#settings.store, name];
  }

  async #read(given: ServerRequestInterface, key: string): Promise<KeyedRequest> {
    const { scope, maxRequestBytes, prefix } = this.#settings;
    const factories = this.#settings.factories(given);
    const owner = scopeOf(given, scope);
    const { bytes, request } = await readRequestBody(given, factories, maxRequestBytes);
    const [name, fingerprint] = await Promise.all([
      storeKeyOf(prefix, owner, key),
      fingerprintOf(
        request.getMethod(),
        request.getUri().getHost(),
        request.getRequestTarget(),
        bytes,
      ),
    ]);
    const claim = new Claim(this.#settings, name, fingerprint);
    return { request, factories, fingerprint, name, claim };
  }

  /**
   * @returns the kept outcome; `null` if the request has claimed the key and must run
   * @throws {IdempotencyError} if the key is taken and has no outcome for this request
   */
  async #outcomeOf(keyed: KeyedRequest): Promise<IdempotencyRecord | null> {
    const found = await this.#claimOrFind(keyed);
    if (found === 'claimed') return null;
    const record = found && readRecord(found.value);
    const decision = idempotencyDecision(record, keyed.fingerprint, this.#settings.now());
    if (decision === 'replay') return record;
    if (decision === 'reused') throw this.#refusal('IDEMPOTENCY_KEY_REUSED');
    const { request } = keyed;
    if (found !== null && record === null)
      this.#events.report({ type: 'record-unreadable', request });
    if (decision === 'lost' && found !== null && (await this.#takeOver(keyed, found))) return null;
    throw this.#refusal('IDEMPOTENCY_IN_PROGRESS');
  }

  /** @returns the stored value if the key is taken; `null` if the key was freed between the two calls both times */
  async #claimOrFind({ claim, name }: KeyedRequest): Promise<StoredValue | 'claimed' | null> {
    for (let tries = 1; tries <= 2; tries++) {
      if (await claim.take(null)) return 'claimed';
      const found = storeResults.get(await this.#settings.store.get(name), STORE);
      if (found !== null) return found;
    }
    return null;
  }

  /** @returns `false` if another request has taken over the claim */
  #takeOver({ claim, request }: KeyedRequest, { version }: StoredValue): Promise<boolean> {
    this.#events.report({ type: 'claim-lost', request });
    if (this.#settings.onLost === 'refuse') throw this.#refusal('IDEMPOTENCY_OUTCOME_UNKNOWN');
    return claim.take(version);
  }

  #repeat(outcome: IdempotencyRecord, { factories, request }: KeyedRequest): ResponseInterface {
    if (outcome.kind === 'response') return replayedResponse(outcome, factories);
    if (outcome.kind === 'error') {
      const error = new ReplayedError(outcome);
      // It was logged with the first request: a client that repeats it must not fill the log.
      request.getLifetime().setValue(REPORTED_ERROR, error);
      throw error;
    }
    throw this.#refusal('IDEMPOTENCY_RESPONSE_NOT_KEPT');
  }

  async #run(keyed: KeyedRequest, handler: RequestHandlerInterface): Promise<ResponseInterface> {
    const { request, factories, fingerprint, claim } = keyed;
    const { maxBytes } = this.#settings;
    try {
      const response = await handler.handle(insideLayer(request, this.#markOf(keyed)));
      if (response.getStatusCode() >= 400 && (await this.#hasNoOutcome(keyed, errorOf(request))))
        return response;
      const settle = (content: Uint8Array | NotKeptReason) =>
        typeof content === 'string'
          ? this.#settleUnkept(keyed, content)
          : this.#settle(keyed, responseRecord(fingerprint, response, content));
      const sent = await recordResponse(response, factories, maxBytes, settle);
      // If nothing reads the stream, it never ends.
      if (!claim.isSettled) request.getLifetime().onEnd(() => settle('incomplete'));
      return sent;
    } catch (error) {
      if (!(await this.#hasNoOutcome(keyed, error))) {
        await this.#settle(keyed, errorRecord(fingerprint, error));
      }
      throw error;
    }
  }

  /**
   * Whether an error leaves no outcome. Frees the key if the request took no effect, and abandons the claim if the
   * handler still runs.
   */
  async #hasNoOutcome(keyed: KeyedRequest, error: unknown): Promise<boolean> {
    if (isHandlerTimeout(error)) {
      keyed.claim.abandon();
      return true;
    }
    if (!isRetryable(error)) return false;
    await this.#settle(keyed, null);
    return true;
  }

  /** Never rejects: the handler has run, so its client gets the outcome even if the store fails. */
  async #settle(keyed: KeyedRequest, outcome: IdempotencyRecord | null): Promise<void> {
    const { claim, request } = keyed;
    try {
      await claim.settle(outcome);
    } catch (error) {
      if (claim.isSettled) this.#events.storeDown(request, error);
      else await this.#settleUnkept(keyed, 'too-large');
    }
  }

  async #settleUnkept(keyed: KeyedRequest, reason: NotKeptReason): Promise<void> {
    const { claim, request, fingerprint } = keyed;
    if (claim.isSettled) return;
    this.#events.report({ type: 'not-kept', request, reason });
    await this.#settle(keyed, { kind: 'unkept', fingerprint });
  }

  #refusal(code: IdempotencyCode): IdempotencyError {
    return new IdempotencyError(code, this.#settings.documentation);
  }
}
