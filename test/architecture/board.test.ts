import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { boardFolders } from '../../lint/boundaries.ts';

const board = 'apps/board';
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

/** Returns the first import circle that starts at the last file of a path, as the list of its files. */
function circleFrom(
  importsOfFile: ReadonlyMap<string, readonly string[]>,
  path: readonly string[],
  done: Set<string>,
): readonly string[] | null {
  const file = path.at(-1)!;
  const firstIndex = path.indexOf(file);
  if (firstIndex < path.length - 1) return path.slice(firstIndex);
  if (done.has(file)) return null;
  for (const imported of importsOfFile.get(file) ?? []) {
    const circle = circleFrom(importsOfFile, [...path, imported], done);
    if (circle !== null) return circle;
  }
  done.add(file);
  return null;
}

function circlesIn(importsOfFile: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  return Array.from(importsOfFile.keys()).flatMap((file) => circleFrom(importsOfFile, [file], done)?.join(' → ') ?? []);
}

test('the files of the board form no import circle, not even of types', () => {
  const byImporter = Map.groupBy(imports.filter(isOfPage), ({ importer }) => importer);
  const imported = new Map(
    Array.from(byImporter, ([importer, all]) => [importer, all.map(({ target }) => relative(page, target))] as const),
  );
  expect(circlesIn(imported)).toEqual([]);
  // a check that reads no .tsx file or finds no circle would always pass
  expect(imported.get('components/table.tsx')).toContain('components/rows.tsx');
  expect(circlesIn(new Map([...imported, ['components/rows.tsx', ['components/table.tsx']]]))).toContain(
    'components/table.tsx → components/rows.tsx → components/table.tsx',
  );
});

test('the board imports its own packages, five small parts of the domain, and only types of the large api-schema', () => {
  const { dependencies } = JSON.parse(readFileSync(`${board}/package.json`, 'utf8'));
  const named = Object.keys(dependencies).flatMap((name) =>
    name === '@slipway/domain'
      ? ['event-paths', 'mentions', 'messages', 'notification-choices', 'permission-presets'].map(
          (folder) => `${name}/${folder}`,
        )
      : [name],
  );
  // scripts/icons.ts provides the modules of icons
  const allowed = [...named, '~icons/lucide'];
  const isAllowed = ({ target, isType }: Import) =>
    target.startsWith('@slipway/api-schema/')
      ? isType
      : allowed.some((name) => target === name || target.startsWith(`${name}/`));
  expect(imports.filter((candidate) => !(isOfPage(candidate) || isAllowed(candidate))).map(lineOf)).toEqual([]);
});

test('each class has its rules in one style sheet', () => {
  const sheets = globSync(`${page}/styles/*.css`).map(
    (file) => new Set(readFileSync(file, 'utf8').match(/^\.[\w-]+(?=,$| \{$)/gm)),
  );
  const all = sheets.flatMap((classes) => [...classes]);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});

/** Physical properties that have a logical one, and shorthands whose left and right values differ. */
const physical: readonly RegExp[] = [
  /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-(?:margin|padding))-)?(?:left|right)(?:-(?:width|color|style))?:/,
  /(?:^|[\s;{])border-(?:top|bottom)-(?:left|right)-radius:/,
  /(?:text-align|float|clear): (?:left|right)\b/,
  // a shadow or a movement in one horizontal direction
  /box-shadow:(?:[^;]*,)?\s*(?:inset )?-?[1-9.]+\w* 0\b/,
  /\binset -?[1-9.]+\w* 0\b/,
  /\btranslate: -?[\d.]*[1-9]\w*|\btranslateX\(/,
];

const hasUnequalSides = (line: string): boolean => {
  const [, name = '', value = ''] = /^\s*(margin|padding|inset|border-width|border-radius): ([^;]+);/.exec(line) ?? [];
  const [first, second, third, fourth] = value.match(/(?:\([^()]*(?:\([^()]*\))?[^()]*\)|[^\s(])+/g) ?? [];
  if (name === 'border-radius') return first !== (second ?? first) || third !== (fourth ?? third);
  return fourth !== undefined && second !== fourth;
};

/** Lines that are physical, with the reason. */
const physicalLines: Readonly<Record<string, string>> = {
  'border-width: 0 1.5px 1.5px 0;': 'a rotated chevron, which has the same shape in both directions',
};

/** Files with physical positions in styles, with the reason. */
const physicalFiles: Readonly<Record<string, string>> = {
  'components/code/editor-theme.ts': 'the cursor of the editor, whose text runs from left to right',
  'pages/release/timeline/chart.tsx': 'a time axis, which runs from left to right in each language',
  'pages/release/timeline/drag-handles.tsx': 'a time axis',
  'pages/release/timeline/use-zoom.ts': 'a time axis',
};

test('the style sheets use logical properties, so that the board can run from right to left', () => {
  const isPhysical = (line: string): boolean => physical.some((rule) => rule.test(line)) || hasUnequalSides(line);
  const lines = globSync(`${page}/{styles,gallery}/*.css`).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(isPhysical)
      .map((line) => line.trim()),
  );
  expect([...new Set(lines)]).toEqual(Object.keys(physicalLines));
  const examples = [
    'margin-left: 1px;',
    'left: 0;',
    'padding: 1px 2px 1px 3px;',
    'text-align: right;',
    'translate: 2px;',
  ];
  expect(examples.filter((line) => !isPhysical(`  ${line}`))).toEqual([]);
  expect(['padding: 1px 2px;', 'translate: 0 2px;', 'margin-inline-start: 1px;'].filter(isPhysical)).toEqual([]);
});

test('no style of an element is physical, except on a time axis', () => {
  const position = /\b(?:left|right|marginLeft|marginRight|paddingLeft|paddingRight|border(?:Left|Right)\w*): /;
  const files = globSync(`${page}/**/*.{ts,tsx}`, { exclude: ['**/*.test.ts'] });
  const found = files.filter((file) => position.test(readFileSync(file, 'utf8'))).map((file) => relative(page, file));
  expect(found.toSorted()).toEqual(Object.keys(physicalFiles));
});
