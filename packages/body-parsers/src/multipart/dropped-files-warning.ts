import { quote, warnOnce } from '@mortise/base';
import type { RepeatedName } from '@mortise/base/keys';
import type { UploadedFileInterface } from '@mortise/http-message';

/** PHP's upload error for a field without a chosen file. */
const NO_FILE = 4;

/**
 * Creates a function that warns once if a form has several files in a field without brackets, of which
 * `getUploadedFiles` returns the last.
 */
export function droppedFilesWarning(): (
  repeated: readonly RepeatedName<UploadedFileInterface>[],
) => void {
  const warnNow = warnOnce('FILE_FIELD_REPEATED');
  return (repeated) => {
    for (const { path, values } of repeated) {
      const dropped = values.slice(0, -1).filter((file) => file.getError() !== NO_FILE).length;
      if (dropped === 0) continue;
      const [first = '', ...inner] = path;
      const name = first + inner.map((key) => `[${key}]`).join('');
      warnNow(
        `the file field ${quote(name)} has ${values.length} files, of which the last one replaces the others, because its name has no brackets`,
        `Write <input type="file" name=${quote(`${name}[]`)} multiple>, and in scripts form.append(${quote(`${name}[]`)}, file).`,
      );
    }
  };
}
