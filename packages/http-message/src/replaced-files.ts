import type { AttributeKey } from './attribute-key.js';

/**
 * The key of a form's replaced files among the values of a request's lifetime: of files with the same name, as in PHP,
 * only the last is among the uploaded files. A body parser sets the first part of the name of each of the others that was
 * chosen, in their order, if there are any: `['cover']` for two files named `cover`. The type has a single value, like
 * that of `RoutedKey`.
 */
export type ReplacedFilesKey = AttributeKey<readonly string[]> & 'mortise.replaced-files';
