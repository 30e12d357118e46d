import { join } from 'node:path';
import type { ReadOnlyResource } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import { OpenFile } from './open-file.js';
import type { StaticSettings } from './static-settings.js';

/** The file at a path, for other methods. */
export function fileAt(
  request: ServerRequestInterface,
  names: readonly string[],
  { root, index, places, factories }: StaticSettings,
): ReadOnlyResource {
  return {
    factories: () => factories(request),
    exists: async () => {
      const path = placeOf(names, index);
      const file = path === null ? null : await OpenFile.at(join(root, ...path), places);
      if (!(file instanceof OpenFile)) return false;
      file.close();
      return true;
    },
  };
}

/** Returns the segments of the file, which for a folder is its index; `null` for a folder without one. */
export function placeOf(
  names: readonly string[],
  index: StaticSettings['index'],
): readonly string[] | null {
  if (names.at(-1) !== '') return names;
  return index === false ? null : [...names.slice(0, -1), index];
}
