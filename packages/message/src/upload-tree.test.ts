import { describe, expect, it } from '@jest/globals';
import { factories } from './index.js';
import { uploadTree } from './upload-tree.js';

const upload = factories.createUploadedFile(factories.createStream('a'));
class Files {
  readonly a = upload;
}

describe('uploadTree', () => {
  it('copies maps and lists at every level, frozen, and shares the uploads', () => {
    const bare = Object.assign(Object.create(null) as object, { c: upload });
    const files = { a: upload, list: [upload, [upload], { b: upload }], map: { bare } };
    const tree = uploadTree(files) as typeof files;
    expect([tree.a, tree.list[0], tree.map.bare]).toEqual([upload, upload, { c: upload }]);
    expect(tree.a).toBe(upload);
    const copies: [object, object][] = [
      [tree, files],
      [tree.list, files.list],
      [tree.list[1] as object, files.list[1] as object],
      [tree.list[2] as object, files.list[2] as object],
      [tree.map, files.map],
      [tree.map.bare, bare],
    ];
    for (const [copy, original] of copies) {
      expect([copy === original, Object.isFrozen(copy), Object.isFrozen(original)]).toEqual([
        ...[false, true, false],
      ]);
      if (!Array.isArray(copy)) expect(Object.getPrototypeOf(copy)).toBeNull();
    }
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a text', 'a'],
    ['a list', [upload]],
    ['an upload', upload],
    ['an object of a class', new Files()],
    ['a text in a map', { a: 'a' }],
    ['null in a map', { a: null }],
    ['undefined in a list', { a: [upload, undefined] }],
    ['an object of a class in a map', { a: new Files() }],
    ['a map with a text as moveTo', { a: { moveTo: 1 } }],
  ])('refuses %s', (_, files) => {
    expect(() => uploadTree(files)).toThrow(
      expect.objectContaining({ code: 'UPLOADED_FILES_INVALID' }),
    );
  });
});
