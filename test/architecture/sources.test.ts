import { globSync, readFileSync } from 'node:fs';
import { manualType, taskTypes } from '@slipway/domain';
import { expect, test } from 'vitest';

/** What would let the domain look at the world: time, chance and calendars are arguments. */
const WORLD =
  /\b(?:process|performance|crypto|Buffer|console|fetch|set(?:Timeout|Interval|Immediate)|globalThis)\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/;

const sources = globSync('{libs,services}/*/src/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|\/testing(?:\.ts$|\/)/.test(file),
);
const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');

test('the domain sees no clock, no chance and no process', () => {
  const seeing = sources.filter((file) => file.startsWith('libs/domain/') && WORLD.test(code(file)));
  expect(seeing).toEqual([]);
});

test('nothing is left to do in a comment', () => {
  const marked = sources.filter((file) => /\b(?:TODO|FIXME|XXX|HACK)\b/.test(readFileSync(file, 'utf8')));
  expect(marked).toEqual([]);
});

test('no test has a limit of its own for what it waits for: a busy machine may need longer', () => {
  const tests = globSync('{libs,services,test}/**/*.test.ts', { exclude: ['**/node_modules/**'] });
  const hurried = tests.filter((file) =>
    /\{[^{}]*\btimeout: [\d_]+, interval\b|\binterval: [\d_]+, timeout\b/.test(code(file)),
  );
  expect(hurried).toEqual([]);
});

test('no file is named for what it is instead of what it answers', () => {
  const vague = sources.filter((file) =>
    /\/(?:utils?|helpers?|common|manager|types|constants|misc)(?:\.ts|\/)/.test(file),
  );
  expect(vague).toEqual([]);
});

test('which permission something takes stands in the domain, once for REST and scripts alike', () => {
  const literal = /'(?:template|release|folder|trigger)#[a-z_]+'/;
  const naming = sources.filter((file) => !file.startsWith('libs/domain/') && literal.test(code(file)));
  expect(naming).toEqual([]);
});

/** Where the task types of the product stand: in the catalogue, and in its twin for what is read and rendered. */
const catalogues = ['libs/domain/src/model/task-types.ts', 'libs/wire/src/plans/task-types.ts'];

test('a task type is named by the catalogue and its twin only', () => {
  // `Task` is a kind of id as well
  const names = Object.keys(taskTypes).filter((name) => name !== manualType);
  const named = new RegExp(`\\b(?:${names.join('|')})\\b`);
  const texts = (file: string) => code(file).match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [];
  const naming = sources.filter((file) => texts(file).some((text) => named.test(text)));
  expect(naming.toSorted()).toEqual(catalogues);
});
