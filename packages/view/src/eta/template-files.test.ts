import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { TemplateFiles } from './template-files.js';

const root = resolve('views');

it('a partial is found from the template that includes it, even directly after the same name in another one', () => {
  const files = new TemplateFiles(root, '.eta');
  const list = join(root, 'list.eta');
  const rooms = join(root, 'rooms', 'list.eta');
  const found = [list, list, rooms, rooms, list].map((from) => files.pathOf('./item', from));
  const [item, room] = [join(root, 'item.eta'), join(root, 'rooms', 'item.eta')];
  expect(found).toEqual([item, item, room, room, item]);
  expect(files.pathOf('./other', list)).toBe(join(root, 'other.eta'));
});

it('a name that leads outside the root is refused each time', () => {
  const files = new TemplateFiles(root, '.eta');
  for (let time = 0; time < 2; time++) {
    expect(() => files.pathOf('../secret', join(root, 'list.eta'))).toThrow('is outside the root');
  }
});
