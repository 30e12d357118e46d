import { joinBytes } from '@mortise/base';
import type { BodySource, RequestSource } from '@mortise/http-message';
import { bytes } from './bytes.js';
import { SampleResource } from './sample-resource.js';

/** A source that counts the reads of each member. */
export interface SampleSource extends RequestSource {
  readonly reads: ReadonlyMap<string, number>;
}

const BARE: RequestSource = {
  method: 'GET',
  target: '/',
  protocolVersion: '1.1',
  rawHeaders: [],
  scheme: 'http',
  host: '',
  remoteAddress: '192.0.2.1',
  remotePort: 50000,
  localAddress: '192.0.2.2',
  localPort: 80,
  body: null,
};

/** Creates a source as an adapter would. Omitted members are those of a plain `GET /`. */
export function sampleSource(members: Partial<RequestSource> = {}): SampleSource {
  const reads = new Map<string, number>();
  const source = { ...BARE, ...members, reads };
  for (const [name, value] of Object.entries({ ...BARE, ...members })) {
    const get = () => {
      reads.set(name, (reads.get(name) ?? 0) + 1);
      return value;
    };
    Object.defineProperty(source, name, { get });
  }
  return source;
}

/** Creates the source of a `GET` for a URI, with `Host` as its only header. */
export function sourceOf(uri: string): SampleSource {
  const [, scheme, host = '', target = ''] =
    /^(?:(https?):\/\/([^/?#]*))?([\s\S]*)/.exec(uri) ?? [];
  return sampleSource({
    scheme: scheme === 'https' ? 'https' : 'http',
    host,
    target: target.startsWith('/') ? target : `/${target}`,
    rawHeaders: host === '' ? [] : ['Host', host],
  });
}

/** A body that records how it was used. */
export class SampleBody extends SampleResource implements BodySource {
  readonly size: number | null;
  /** Whether `bytes` was called. */
  takenWhole = false;
  readonly #chunks: readonly Uint8Array[];
  readonly #failure: Error | undefined;

  /**
   * @param options `size` is `null` for an unknown size; default: the actual size. `last` is what follows the chunks
   */
  constructor(
    chunks: readonly string[],
    options: { readonly size?: null; readonly last?: 'never' | Error } = {},
  ) {
    const parts = chunks.map(bytes);
    super(parts, options.last ?? 'end');
    this.size = options.size === undefined ? joinBytes(parts).length : null;
    this.#chunks = parts;
    this.#failure = options.last instanceof Error ? options.last : undefined;
  }

  async bytes(): Promise<Uint8Array> {
    this.takenWhole = true;
    await Promise.resolve();
    if (this.#failure !== undefined) throw this.#failure;
    return joinBytes(this.#chunks);
  }

  get isTouched(): boolean {
    return this.takenWhole || this.asked > 0;
  }
}
