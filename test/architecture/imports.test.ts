import { globSync, readFileSync } from 'node:fs';
import { cruise, type IRegularForbiddenRuleType } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { domainFolders, packages, purePackages, restricted } from '../../lint/boundaries.ts';

type Rule = IRegularForbiddenRuleType;

const workspace = '@slipway/';
const forbidden = (name: string, from: Rule['from'], to: Rule['to']): Rule => ({ name, severity: 'error', from, to });

/** The names in `dependencies` and `optionalDependencies` of a package. */
function dependenciesOf(path: string): readonly string[] {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

/** Matches the sources of a workspace package. */
const sourcesOf = (name: string) =>
  `^(?:(?:libs|services|apps)/${name}|integrations/${name.replace(/-host$/, '/host')})/src/`;
/** Matches a third-party package, also another version of it in the folder of one package. */
const vendored = (name: string) => `(?:^|/)node_modules/${name}/`;

/** The sources of a package import each other, its listed packages, its dependencies, and Node unless it is pure. */
const importsOnly = ([path, allowed]: readonly [string, readonly string[]]): Rule => {
  const libraries = dependenciesOf(path).filter((name) => !name.startsWith(workspace));
  return forbidden(
    `${path} may not import`,
    { path: `^${path}/src/` },
    {
      pathNot: [`^${path}/src/`, ...allowed.map(sourcesOf), ...libraries.map(vendored)],
      ...(!purePackages.includes(path) && { dependencyTypesNot: ['core'] }),
    },
  );
};

/** A folder of the domain imports only the folders before it. */
const importsOnlyBefore = (folder: string, index: number): Rule =>
  forbidden(
    `libs/domain/src/${folder} may not import a later folder`,
    { path: `^libs/domain/src/${folder}/` },
    { path: domainFolders.slice(index + 1).map((later) => `^libs/domain/src/${later}/`) },
  );

const rules: readonly Rule[] = [
  ...Object.entries(packages).map(importsOnly),
  ...domainFolders.slice(0, -1).map(importsOnlyBefore),
  ...Object.entries(restricted).map(([library, path]) =>
    forbidden(
      `only ${path} may import`,
      { path: '^(?:libs|services|apps|integrations)/', pathNot: path },
      { path: vendored(library) },
    ),
  ),
  forbidden(
    'another package is imported by its name, not by a path',
    { path: '^((?:libs|services|apps)/[^/]+)/' },
    {
      path: '^(?:libs|services|apps)/',
      pathNot: '^$1/',
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased'],
    },
  ),
  // The harness of the tests must not import benchmarks, which import the harness.
  forbidden('tests import no benchmark', { path: '^test/' }, { path: '^bench/' }),
  // The circle of a folder and its parent, which `circle of folders` does not find.
  forbidden('a subfolder may not import', { path: '^((?:libs|services|apps)/[^/]+/src)/.+/' }, { path: '^$1/[^/]+$' }),
  forbidden('circle of files', {}, { circular: true }),
  { ...forbidden('circle of folders', {}, { circular: true }), scope: 'folder' },
];

/** Tests and their helpers import their package, and no product code imports them. */
const testing = String.raw`\.test\.ts$|^(?:libs|services|apps)/.*/testing(?:\.ts$|/)`;

/** Returns the violations as lines, the shortest first: one import can close thousands of circles. */
async function violations(): Promise<readonly string[]> {
  const { output } = await cruise(
    ['libs', 'services', 'apps', 'integrations', 'bench', 'deploy', 'scripts', 'test'],
    {
      validate: true,
      ruleSet: { forbidden: [...rules] },
      parser: 'swc',
      // board.test.ts reads these files, because swc cannot parse them here.
      extraExtensionsToScan: ['.tsx'],
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
      // A plugin provides the modules of icons.
      exclude: { path: [testing, '^apps/board/dist/', '^~icons/'] },
    },
    { extensions: ['.ts', '.js', '.mjs'], exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  );
  if (typeof output === 'string') throw new Error(output);
  const lines = output.summary.violations.map(({ rule, from, to, cycle = [] }) =>
    [`${rule.name}: ${from}`, ...(cycle.length > 0 ? cycle.map(({ name }) => name) : [to])].join(' → '),
  );
  return lines.toSorted((a, b) => a.length - b.length).slice(0, 20);
}

test('imports follow lint/boundaries.ts and form no circle', async () => {
  expect(await violations()).toEqual([]);
});

test('lint/boundaries.ts lists the workspace packages of each package.json', () => {
  const paths = globSync(['{libs,services,apps}/*/package.json', 'integrations/*/host/package.json']).map((file) =>
    file.replace('/package.json', ''),
  );
  const declared = paths.map((path) => {
    const names = dependenciesOf(path).filter((name) => name.startsWith(workspace));
    return [path, names.map((name) => name.slice(workspace.length)).toSorted()];
  });
  const listed = Object.entries(packages).map(([path, names]) => [path, names.toSorted()]);
  expect(listed.toSorted()).toEqual(declared.toSorted());
});

test('a pure package has no dependencies', () => {
  expect(purePackages.flatMap(dependenciesOf)).toEqual([]);
});

/** Expands `{a,b}` in a name. */
const expand = (name: string): readonly string[] => {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  return choices === undefined ? [name] : choices.split(',').flatMap((part) => expand(before + part + after));
};

test('docs/reference/dependencies.md gives a reason for each dependency', () => {
  const rows = readFileSync('docs/reference/dependencies.md', 'utf8').match(/^\| (?!package )[\w@].*$/gm) ?? [];
  const named = rows
    .flatMap((row) =>
      row
        .split('|')[1]!
        .trim()
        .split(/, (?![^{]*\})/),
    )
    .flatMap(expand);
  const declared = ['.', ...globSync(['{libs,services,apps}/*', 'integrations/*/host', 'test/generators'])].flatMap(
    (path) => {
      const { devDependencies = {} } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
      return [...dependenciesOf(path), ...Object.keys(devDependencies)].filter((name) => !name.startsWith(workspace));
    },
  );
  const isNamed = (name: string) =>
    named.some((part) => part === name || (part.endsWith('*') && name.startsWith(part.slice(0, -1))));
  expect([...new Set(declared)].filter((name) => !isNamed(name))).toEqual([]);
  expect(named.filter((part) => !part.endsWith('*') && !declared.includes(part))).toEqual([]);
});
