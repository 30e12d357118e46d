/** The parts of a request target before its query. */
interface TargetParts {
  /** Scheme and authority of an absolute target; `''` for any other. */
  readonly origin: string;
  readonly path: string;
}

const PARTS = /^([^/?#]+:\/\/[^/?]*)?([^?]*)/;

/** Splits a request target as received, including one that is malformed. */
export function splitTarget(target: string): TargetParts {
  const [, origin = '', path = ''] = PARTS.exec(target) ?? [];
  return { origin, path };
}
