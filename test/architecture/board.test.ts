import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { boardFolders } from '../../lint/boundaries.ts';

const board = 'services/board';
const page = `${board}/src/page`;

interface Import {
  /** Relative to the folder of the page. */
  readonly importer: string;
  /** A package, or a file relative to the root of the repository. */
  readonly target: string;
  readonly isType: boolean;
}

const importsOf = (file: string): readonly Import[] =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/(?:^(import|export)( type)?\b[^;']*?from |\bimport\()'([^']+)'/gm),
    ([, , type, target = '']) => ({
      importer: relative(page, file),
      target: target.startsWith('.') ? join(dirname(file), target) : target,
      isType: type !== undefined,
    }),
  );

const imports = globSync(`${page}/**/*.{ts,tsx}`, { exclude: ['**/*.test.ts'] }).flatMap(importsOf);
const isOfPage = ({ target }: Import) => target.startsWith(`${page}/`);
const lineOf = ({ importer, target }: Import) => `${importer} → ${target}`;

test('the import order of the board contains all of its folders', () => {
  const existing = new Set(globSync(`${page}/*/**/*.*`).map((file) => relative(page, file).split('/')[0]!));
  expect(boardFolders.toSorted()).toEqual([...existing].toSorted());
});

test('a folder of the board imports only the folders before it', () => {
  const orderOf = (file: string) =>
    file.includes('/') ? boardFolders.indexOf(file.split('/')[0]!) : boardFolders.length;
  const backwards = imports
    .filter(isOfPage)
    .filter(({ importer, target }) => orderOf(relative(page, target)) > orderOf(importer));
  expect(backwards.map(lineOf)).toEqual([]);
});

test('the board imports its own packages, and only types of wire, whose schemas are too large for a browser', () => {
  const { dependencies } = JSON.parse(readFileSync(`${board}/package.json`, 'utf8'));
  const allowed = Object.keys(dependencies).filter((name) => name !== '@slipway/wire');
  const isAllowed = ({ target, isType }: Import) =>
    target === '@slipway/wire' ? isType : allowed.some((name) => target === name || target.startsWith(`${name}/`));
  expect(imports.filter((each) => !(isOfPage(each) || isAllowed(each))).map(lineOf)).toEqual([]);
});

test('each class has its rules in one style sheet', () => {
  const sheets = globSync(`${page}/styles/*.css`).map(
    (file) => new Set(readFileSync(file, 'utf8').match(/^\.[\w-]+(?=,$| \{$)/gm)),
  );
  const all = sheets.flatMap((classes) => [...classes]);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});
