import { REPLACED_FILES } from '@mortise/base/keys';
import { isUploadedFile } from '@mortise/base/message';
import { createFormTree, type FormTreeOptions, type FormValue } from '@mortise/form-encoding';
import type { RequestLifetimeInterface, UploadedFileInterface } from '@mortise/http-message';

/** PHP's upload error for a file input without a file. */
const NOT_CHOSEN = 4;

/** A file, with the name of its field. */
export interface ReceivedFile {
  readonly name: string;
  readonly file: UploadedFileInterface;
}

/** Records in the lifetime the names of chosen files that a later file with the same name replaced. */
export function noteReplacedFiles(
  lifetime: RequestLifetimeInterface,
  received: readonly ReceivedFile[],
  files: FormValue<UploadedFileInterface>,
  options: FormTreeOptions,
): void {
  const kept = new Set(filesIn(files));
  const replaced = received.flatMap(({ name, file }) => {
    if (kept.has(file) || file.getError() === NOT_CHOSEN) return [];
    const tree = createFormTree<UploadedFileInterface>(options);
    tree.put(name, file);
    // A file whose name contains the key `__proto__` was dropped, not replaced.
    return filesIn(tree.root).length === 0 ? [] : Object.keys(tree.root);
  });
  if (replaced.length > 0) lifetime.setValue(REPLACED_FILES, replaced);
}

function filesIn(value: FormValue<UploadedFileInterface>): readonly UploadedFileInterface[] {
  return isUploadedFile(value) ? [value] : Object.values(value).flatMap(filesIn);
}
