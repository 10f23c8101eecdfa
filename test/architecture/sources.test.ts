import { globSync, readFileSync } from 'node:fs';
import { commands } from '@slipway/domain/commands';
import { manualType, taskTypes } from '@slipway/domain/model';
import { expect, test } from 'vitest';

/** Globals that read the environment. Time and random numbers are arguments of the domain. */
const ENVIRONMENT =
  /\b(?:process|performance|crypto|Buffer|console|fetch|set(?:Timeout|Interval|Immediate)|globalThis)\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/;

const sources = globSync('{libs,services,apps}/*/src/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|\/testing(?:\.ts$|\/)/.test(file),
);
const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');

test('the domain reads no clock, no random number and no process', () => {
  const reading = sources.filter((file) => file.startsWith('libs/domain/') && ENVIRONMENT.test(code(file)));
  expect(reading).toEqual([]);
});

test('no comment contains a TODO', () => {
  const marked = sources.filter((file) => /\b(?:TODO|FIXME|XXX|HACK)\b/.test(readFileSync(file, 'utf8')));
  expect(marked).toEqual([]);
});

test('no test sets its own time limit for a poll: a busy machine needs more time', () => {
  const tests = globSync('{libs,services,test}/**/*.test.ts', { exclude: ['**/node_modules/**'] });
  const withOwnTimeout = tests.filter((file) =>
    /\btimeout: [\d_]+, interval\b|\binterval: [\d_]+, timeout\b|\.poll\([^;]*, \{ timeout: [\d_]+ \}\)\s*\.(?:to|not)\b/.test(
      code(file),
    ),
  );
  expect(withOwnTimeout).toEqual([]);
});

test('no file has a generic name', () => {
  const vague = sources.filter((file) =>
    /\/(?:utils?|helpers?|common|manager|types|constants|misc)(?:\.ts|\/)/.test(file),
  );
  expect(vague).toEqual([]);
});

test('only the domain names permissions, for REST and scripts', () => {
  const literal = /'(?:template|release|folder|trigger)#[a-z_]+'/;
  const naming = sources.filter((file) => !file.startsWith('libs/domain/') && literal.test(code(file)));
  expect(naming).toEqual([]);
});

test('no rule of the engine names a command: the definition of the command has the rule', () => {
  const named = new RegExp(`(?:[!=]==|\\bcase) '(?:${Object.keys(commands).join('|')})'`);
  const naming = sources.filter((file) => file.startsWith('libs/engine/') && named.test(code(file)));
  expect(naming).toEqual([]);
});

/** The files that name task types: the catalog, and the list of their members in requests and responses. */
/** The catalogs of the API and of the domain, and the types that the page draws in a special way. */
const catalogs = [
  'apps/board/src/page/components/marks/task-kinds.ts',
  'libs/api-schema/src/plans/task-types.ts',
  'libs/domain/src/model/task-types.ts',
];

test('only the catalogs name task types', () => {
  // `Task` is also a prefix of ids.
  const names = Object.keys(taskTypes).filter((name) => name !== manualType);
  const named = new RegExp(`\\b(?:${names.join('|')})\\b`);
  const texts = (file: string) => code(file).match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [];
  const naming = sources.filter((file) => texts(file).some((text) => named.test(text)));
  expect(naming.toSorted()).toEqual(catalogs);
});
