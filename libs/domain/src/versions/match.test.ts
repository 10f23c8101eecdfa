import { expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { Release } from '../model/release.ts';
import { variable } from '../testing/inputs.ts';
import { type PlanOverrides, plan } from '../testing/notation.ts';
import { noPassives } from '../testing/requested-plan.ts';
import { compareVersions } from './compare.ts';
import { matchParts } from './match.ts';

/** Returns a plan whose phases, tasks and variables have other ids, as in a copy. */
function copyOf(release: Release): Release {
  const text = JSON.stringify({ ...release, id: 'ReleaseOfCopy' });
  const ids = [...text.matchAll(/"id":"((?:Phase|Task|Variable)[^"]*)"/g)].map(([, id = '']) => id);
  const copy: Release = JSON.parse(ids.reduce((all, id) => all.replaceAll(`"${id}"`, `"${id}Copy"`), text));
  return copy;
}

/** Returns each difference from a plan to a copy of another plan, as a line. */
const linesOf = (before: Release, after: Release): readonly string[] => {
  const copy = copyOf(after);
  const contents = [before, copy].map((release) => ({ release, stored: noPassives }));
  return compareVersions(contents[0]!, contents[1]!, matchParts(before, copy)).map(
    ({ part, change, title, phase, details }) =>
      `${phase ?? ''}/${part} ${title} ${change}${details.map((each) => `; ${textOf(each)}`).join('')}`,
  );
};

test.each<[string, string, string, readonly string[]]>([
  ['a copy has no differences', 'Build: a. g.[b. c.] | Ship: d.', 'Build: a. g.[b. c.] | Ship: d.', []],
  ['an added task', 'Build: a.', 'Build: a. b.', ['Build/task b added']],
  ['a deleted phase', 'Build: a. | Ship: b.', 'Build: a.', ['Ship/phase Ship deleted; with 1 task']],
  ['a renamed phase', 'Build: a.', 'Make: a.', ["Make/phase Make changed; title from 'Build' to 'Make'"]],
  ['a renamed task', 'Build: a. b.', 'Build: a. c.', ["Build/task c changed; title from 'b' to 'c'"]],
  ['a moved task', 'One: a. b. | Two: c.', 'One: a. | Two: c. b.', ["Two/task b changed; moved to 'Two'"]],
  ['another order', 'One: a. b. c.', 'One: c. a. b.', ["One/task c changed; moved within 'One'"]],
  ['a task in a new group', 'One: a.', 'One: g.[a.]', ['One/task g added', "One/task a changed; moved to 'g'"]],
])('%s', (_, before, after, expected) => {
  expect(linesOf(plan(`TEMPLATE ${before}`), plan(after))).toEqual(expected);
});

test('variables match by their keys, and dependencies by the matching parts', () => {
  const overrides: PlanOverrides = {
    task: { a: { dependencies: [{ id: 'Dependency1', target: 'Taskb' }], inputs: ['Variablev'] } },
  };
  const before = plan('TEMPLATE Build: a. b.', { ...overrides, variables: [variable('v', '1'), variable('old')] });
  const after = plan('Build: a. b.', { ...overrides, variables: [variable('new'), variable('v', '2')] });
  expect(linesOf(before, after)).toEqual([
    '/variable new added',
    "/variable v changed; value from '1' to '2'",
    '/variable old deleted',
  ]);
});

test('parts with the same type and title match in their order', () => {
  const task = { b: { title: 'same' }, c: { title: 'same' } };
  const before = plan('TEMPLATE Build: b. c.', { task });
  const ids = matchParts(before, copyOf(plan('Build: b. c.', { task })));
  expect([ids.get('TaskbCopy'), ids.get('TaskcCopy')]).toEqual(['Taskb', 'Taskc']);
});
