import { globSync, readFileSync } from 'node:fs';
import { cruise, type IRegularForbiddenRuleType } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { domainFolders, rooms } from './page.ts';
import { walls } from './walls.ts';

type Rule = IRegularForbiddenRuleType;

const forbidden = (name: string, from: Rule['from'], to: Rule['to']): Rule => ({ name, severity: 'error', from, to });

const pathOf = (known: string) => {
  const room = [`libs/${known}`, `services/${known}`].find((one) => rooms.has(one));
  // a package of which another room has another version lies in the room's own folder
  return room ? `^${room}/src/` : `(?:^|/)node_modules/${known}/`;
};

/** What the sources of a room import is their own, listed for it, or Node's own unless the room may know nothing. */
const knowsOnly = ([room, known]: readonly [string, readonly string[]]): Rule =>
  forbidden(
    `${room} may not know`,
    { path: `^${room}/src/` },
    {
      pathNot: [`^${room}/src/`, ...known.map(pathOf)],
      ...(known.length > 0 && { dependencyTypesNot: ['core'] }),
    },
  );

/** A folder of the domain knows only those before it. */
const knowsOnlyBefore = (folder: string, index: number): Rule =>
  forbidden(
    `libs/domain/src/${folder} may not know what comes after it`,
    { path: `^libs/domain/src/${folder}/` },
    { path: domainFolders.slice(index + 1).map((later) => `^libs/domain/src/${later}/`) },
  );

const rules: readonly Rule[] = [
  ...Array.from(rooms, knowsOnly),
  ...domainFolders.slice(0, -1).map(knowsOnlyBefore),
  ...Object.entries(walls).map(([library, wall]) =>
    forbidden(`only ${wall} may know`, { path: '^(?:libs|services)/', pathNot: wall }, { path: pathOf(library) }),
  ),
  forbidden(
    'another room is known by its name, not by a path',
    { path: '^((?:libs|services)/[^/]+)/' },
    {
      path: '^(?:libs|services)/',
      pathNot: '^$1/',
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased'],
    },
  ),
  // a folder that knows the one around it is in a circle that the rule below does not see
  forbidden('nobody below imports', { path: '^((?:libs|services)/[^/]+/src)/.+/' }, { path: '^$1/[^/]+$' }),
  forbidden('circle of files', {}, { circular: true }),
  { ...forbidden('circle of folders', {}, { circular: true }), scope: 'folder' },
];

/** Tests, and what they share in a room, know their room from above, and nobody knows them. */
const testing = String.raw`\.test\.ts$|^(?:libs|services)/.*/testing(?:\.ts$|/)`;

/** Violations of the rules as lines, the shortest first: one import can close thousands of circles. */
async function violations(): Promise<readonly string[]> {
  const { output } = await cruise(
    ['libs', 'services', 'bench', 'deploy', 'scripts', 'test'],
    {
      validate: true,
      ruleSet: { forbidden: [...rules] },
      parser: 'swc',
      // which does not read these: board.test.ts does
      extraExtensionsToScan: ['.tsx'],
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: [testing, '^services/board/dist/'] },
    },
    { extensions: ['.ts', '.js', '.mjs'], exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  );
  if (typeof output === 'string') throw new Error(output);
  const lines = output.summary.violations.map(({ rule, from, to, cycle = [] }) =>
    [`${rule.name}: ${from}`, ...(cycle.length > 0 ? cycle.map(({ name }) => name) : [to])].join(' → '),
  );
  return lines.toSorted((one, other) => one.length - other.length).slice(0, 20);
}

test('a room knows whom it may know, no library gets over its wall, and nothing is in a circle', async () => {
  expect(await violations()).toEqual([]);
});

/** What a room's package.json says that it needs. */
const neededBy = (file: string): readonly string[] => {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => name.replace('@slipway/', ''));
};

test('what a room may know is what its package.json depends on', () => {
  const packages = globSync('{libs,services}/*/package.json');
  const needed = packages.map((file) => [file.replace('/package.json', ''), neededBy(file).toSorted()]);
  const known = Array.from(rooms, ([room, names]) => [room, names.toSorted()]);
  expect(known.toSorted()).toEqual(needed.toSorted());
});
