import { parseBasePath } from '@mortise/http-syntax';
import { FetchAdapterError } from '../errors.js';

/** Where an application is mounted. */
export interface Mount {
  /** The path in the URL under which it is mounted; canonical, `''` for the root. */
  readonly basePath: string;

  /** Returns the path that was removed before the URL's, as its source reports it. Default: none. */
  readonly prefixOf?: ((request: Request, ...platform: readonly unknown[]) => string) | undefined;
}

/** @throws {FetchAdapterError} `OPTION_INVALID` */
export function checkedBasePath(text: string): string {
  const basePath = parseBasePath(text);
  if (basePath !== null) return basePath;
  const rule = 'expected "" or a path that begins with one "/", such as "/app"';
  const received = JSON.stringify(text);
  throw new FetchAdapterError('OPTION_INVALID', `invalid basePath ${received}: ${rule}`);
}
