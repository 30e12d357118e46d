import type { HeaderBatch } from '@mortise/base/message';
import { HeaderList, NO_HEADERS } from './header-list.js';

const CHECKED = new WeakMap<HeaderBatch, HeaderList>();

/**
 * Returns the headers of a batch, checked on the first call for it.
 *
 * @throws {MessageError} `HEADER_NAME_INVALID`, `HEADER_VALUE_INVALID`
 */
export function checkedHeaders(batch: HeaderBatch): HeaderList {
  const known = CHECKED.get(batch);
  if (known !== undefined) return known;
  let list = NO_HEADERS;
  for (const [name, value] of batch.fields) list = list.with(name, value);
  const headers = HeaderList.of(list.raw());
  CHECKED.set(batch, headers);
  return headers;
}
