import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { home, newFolder, removeFolders } from '../test/project.js';
import { createProject, type ProjectOptions } from './create-project.js';
import { type TemplateName, templates } from './templates.js';

afterAll(removeFolders);

interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
const created = (options: Partial<ProjectOptions> = {}) =>
  createProject({ folder: join(newFolder(), 'my-app'), template: 'api', ...options });

describe('a project', () => {
  it.each(Object.keys(templates) as TemplateName[])(
    'of the template %s has its files and the common ones, under the names that they have there',
    (template) => {
      const folder = created({ template });
      const own = readdirSync(join(home, 'templates', template));
      const common = ['.dockerignore', '.gitignore', 'Dockerfile', 'tsconfig.json'];
      const names = own.map((name) => name.replace(/^_package/, 'package').replace(/^_/, '.'));
      const shared = template === 'minimal' ? [] : common;
      expect(readdirSync(folder).sort()).toEqual([...new Set([...shared, ...names])].sort());
    },
  );

  it('is in the folder that is returned, whose last part is its name', () => {
    const parent = newFolder();
    const folder = createProject({ folder: `${parent}/a/../b/shop-1`, template: 'api' });
    expect(folder).toBe(join(parent, 'b/shop-1'));
    expect(Object.entries(manifestOf(folder))[0]).toEqual(['name', 'shop-1']);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toMatch(/^\{\n {2}"name".*\n\}\n$/s);
  });

  it('has the given versions, and those of the template for others', () => {
    const versions = { mortise: '1.2.3', typescript: '5.9.0', unused: '1.0.0' };
    const { dependencies, devDependencies } = manifestOf(created({ versions }));
    expect(dependencies).toMatchObject({ mortise: '1.2.3', zod: '*' });
    expect(devDependencies).toEqual({ '@types/node': '*', '@types/pg': '*', typescript: '5.9.0' });
    expect(dependencies).not.toHaveProperty('unused');
  });

  it('has the versions of the release, which those of the caller override', async () => {
    const copy = newFolder();
    for (const name of ['src', 'templates']) {
      cpSync(join(home, name), join(copy, name), { recursive: true });
    }
    const templateVersions = { mortise: '1.0.0', zod: '^4.0.0' };
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ type: 'module', templateVersions }));
    const packed = (await import(join(copy, 'src/create-project.ts'))) as {
      readonly createProject: typeof createProject;
    };
    const folder = join(newFolder(), 'my-app');
    packed.createProject({ folder, template: 'api', versions: { zod: '4.1.0' } });
    expect(manifestOf(folder).dependencies).toMatchObject({ mortise: '^1.0.0', zod: '4.1.0' });
  });

  it('can be in an empty folder, and beside .git', () => {
    const parent = newFolder();
    mkdirSync(join(parent, 'empty'));
    mkdirSync(join(parent, 'cloned/.git'), { recursive: true });
    for (const name of ['empty', 'cloned']) {
      const folder = created({ folder: join(parent, name) });
      expect(existsSync(join(folder, 'package.json'))).toBe(true);
    }
    expect(existsSync(join(parent, 'cloned/.git'))).toBe(true);
  });
});

describe('createProject', () => {
  it.each(['a', '0', 'a.b_c-d', 'x'.repeat(214)])('accepts the name %s', (name) => {
    // A folder of this name cannot be made in every file system: what is there already is refused later.
    const folder = join(newFolder(), name);
    writeFileSync(folder, '');
    expect(() => created({ folder })).toThrow(
      expect.objectContaining({ code: 'FOLDER_NOT_EMPTY' }),
    );
  });

  it.each([
    ...['A', '.a', '_a', '-a', 'a b', 'a@b', 'é', 'a\n', 'x'.repeat(215)],
    ...['node_modules', 'favicon.ico'],
  ])('refuses the name %j', (name) => {
    const parent = newFolder();
    expect(() => created({ folder: join(parent, name) })).toThrow(
      expect.objectContaining({
        code: 'NAME_INVALID',
        message: expect.stringContaining(JSON.stringify(name.slice(0, 80))),
      }),
    );
    expect(readdirSync(parent)).toEqual([]);
  });

  it.each(['koa', '', 'toString', '__proto__', 'common', 'k'.repeat(81)])(
    'refuses the template %j',
    (template) => {
      const parent = newFolder();
      const options = { folder: join(parent, 'my-app'), template: template as TemplateName };
      expect(() => createProject(options)).toThrow(
        expect.objectContaining({
          code: 'TEMPLATE_UNKNOWN',
          message: `unknown template ${JSON.stringify(template.slice(0, 80))}: choose ${Object.keys(templates).join(', ')}`,
        }),
      );
      expect(readdirSync(parent)).toEqual([]);
    },
  );

  it('refuses a folder with content, also beside .git, and leaves it as it is', () => {
    const folder = join(newFolder(), 'my-app');
    mkdirSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, '.env'), 'mine');
    expect(() => created({ folder })).toThrow(
      expect.objectContaining({ code: 'FOLDER_NOT_EMPTY' }),
    );
    expect(readdirSync(folder).sort()).toEqual(['.env', '.git']);
  });
});
