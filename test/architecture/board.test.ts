import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { rooms } from './page.ts';

const room = 'services/board';
const page = `${room}/src/page`;

/** The folders of the page in the order of docs/board.md: each may know those before it. */
const folders = Array.from(
  readFileSync('docs/board.md', 'utf8')
    .split('\n| folder | what is in it |\n')[1]!
    .split('\n\n')[0]!
    .matchAll(/^\| `(\w+)` /gm),
  ([, folder]) => folder!,
);

interface Known {
  readonly by: string;
  /** a package, or a file as the repository names it */
  readonly what: string;
  readonly isType: boolean;
}

const importsOf = (file: string): readonly Known[] =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/(?:^(import|export)( type)?\b[^;']*?from |\bimport\()'([^']+)'/gm),
    ([, , type, what = '']) => ({
      by: relative(page, file),
      what: what.startsWith('.') ? join(dirname(file), what) : what,
      isType: type !== undefined,
    }),
  );

const known = globSync(`${page}/**/*.{ts,tsx}`, { exclude: ['**/*.test.ts'] }).flatMap(importsOf);
const isOfPage = ({ what }: Known) => what.startsWith(`${page}/`);
const told = ({ by, what }: Known) => `${by} → ${what}`;

test('docs/board.md lists the folders of the page', () => {
  const there = new Set(globSync(`${page}/*/**/*.*`).map((file) => relative(page, file).split('/')[0]!));
  expect(folders.toSorted()).toEqual([...there].toSorted());
});

test('a folder of the page knows those before it', () => {
  const orderOf = (file: string) => (file.includes('/') ? folders.indexOf(file.split('/')[0]!) : folders.length);
  const backwards = known.filter(isOfPage).filter((one) => orderOf(relative(page, one.what)) > orderOf(one.by));
  expect(backwards.map(told)).toEqual([]);
});

test('the page knows what its room may know, and of the wire its types only: all schemas would come along', () => {
  const allowed = rooms.get(room)!.filter((name) => name !== 'wire');
  const isAllowed = ({ what, isType }: Known) =>
    what === '@slipway/wire' ? isType : allowed.some((name) => what === name || what.startsWith(`${name}/`));
  expect(known.filter((one) => !(isOfPage(one) || isAllowed(one))).map(told)).toEqual([]);
});

test('one style sheet says what a class is', () => {
  const sheets = globSync(`${page}/styles/*.css`).map(
    (file) => new Set(readFileSync(file, 'utf8').match(/^\.[\w-]+(?=,$| \{$)/gm)),
  );
  const all = sheets.flatMap((classes) => [...classes]);
  expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
});
