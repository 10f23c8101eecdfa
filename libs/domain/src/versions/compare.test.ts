import { expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { Release } from '../model/release.ts';
import { blankTaskPassive, type TaskPassive } from '../model/task.ts';
import { links, variable } from '../testing/inputs.ts';
import { type PlanOverrides, plan } from '../testing/notation.ts';
import { noPassives } from '../testing/requested-plan.ts';
import { compareVersions } from './compare.ts';
import type { VersionContent } from './content.ts';

const contentOf = (
  release: Release,
  passives: Readonly<Record<string, Partial<TaskPassive>>> = {},
): VersionContent => ({
  release,
  stored: {
    ...noPassives,
    tasks: new Map(
      Object.entries(passives).map(([name, passive]) => [`Task${name}`, { ...blankTaskPassive, ...passive }]),
    ),
  },
});

/** Returns each difference as a line. */
const linesOf = (before: VersionContent, after: VersionContent): readonly string[] =>
  compareVersions(before, after).map(
    ({ part, change, title, details }) =>
      `${part} ${title} ${change}${details.map((each) => `; ${textOf(each)}`).join('')}`,
  );

test.each<[string, string, string, readonly string[]]>([
  ['equal plans', 'Build: a. g.[b.]', 'Build: a. g.[b.]', []],
  ['an added task', 'Build: a.', 'Build: a. b.', ['task b added']],
  ['a deleted phase', 'Build: a. | Ship: b. g.[c.]', 'Build: a.', ['phase Ship deleted; with 3 tasks']],
  ['an added group', 'Build: a.', 'Build: g.[b.] a.', ['task g added; with 1 task']],
  [
    'a task that leaves a deleted group',
    'One: g.[a. b.]',
    'One: b.',
    ["task b changed; moved to 'One'", 'task g deleted; with 1 task'],
  ],
  ['a task in another phase', 'One: a. b. | Two: c.', 'One: a. | Two: b. c.', ["task b changed; moved to 'Two'"]],
  ['the order of tasks', 'One: a. b. c.', 'One: c. a. b.', ["task c changed; moved within 'One'"]],
  ['the order of phases', 'One: a. | Two: b.', 'Two: b. | One: a.', ["phase Two changed; moved within 'Webshop 1.0'"]],
  ['a task in a new group', 'One: a.', 'One: g.[a.]', ['task g added', "task a changed; moved to 'g'"]],
])('%s', (_, before, after, expected) => {
  expect(linesOf(contentOf(plan(`TEMPLATE ${before}`)), contentOf(plan(`TEMPLATE ${after}`)))).toEqual(expected);
});

test('a changed text with several lines is complete, except for a very long one', () => {
  const textsOf = (before: string | undefined, after: string) =>
    compareVersions(
      contentOf(plan('TEMPLATE Build: a.'), before === undefined ? {} : { a: { precondition: before } }),
      contentOf(plan('TEMPLATE Build: a.'), { a: { precondition: after } }),
    ).map(({ texts }) => texts);
  const changed = { field: 'precondition', before: 'a\nb', after: 'a' };
  expect(textsOf('a\nb', 'a')).toEqual([[changed]]);
  expect(textsOf(undefined, 'a\n')).toEqual([[{ field: 'precondition', before: '', after: 'a\n' }]]);
  expect(textsOf('a', 'b')).toEqual([[]]);
  expect(textsOf('a', `${'x'.repeat(20_000)}\n`)).toEqual([[]]);
  expect(textsOf('v1.0a1b2c3d.x', 'a\n')).toEqual([[]]);
});

const password = (value: string | null) => variable('p', value, { type: 'PasswordStringVariable' });

test.each<[string, PlanOverrides, PlanOverrides, readonly string[]]>([
  ['a title', { title: 'Old' }, { title: 'New' }, ["template New changed; title from 'Old' to 'New'"]],
  [
    'a variable',
    { variables: [variable('v', 'a')] },
    { variables: [variable('v', 'b')] },
    ["variable v changed; value from 'a' to 'b'"],
  ],
  ['another password', { variables: [password('********')] }, { variables: [password('v1.0a1b2c3d.x')] }, []],
  [
    'a first password',
    { variables: [password(null)] },
    { variables: [password('v1.0a1b2c3d.x')] },
    ["variable p changed; value from nothing to '********'"],
  ],
  ['a lock', {}, { task: { a: { locked: true } } }, ['task a changed; locked from false to true']],
  ['links', {}, { task: { g: { links: links('b>c') } } }, ["task g changed; links from nothing to 'b → c'"]],
  [
    'parts that are not in the plan',
    {},
    { task: { g: { links: links('x>y'), inputs: ['Variablex'] } } },
    ["task g changed; links from nothing to 'Taskx → Tasky', inputs from nothing to 'Variablex'"],
  ],
  [
    'conditions, dependencies and inputs',
    {},
    {
      variables: [variable('v')],
      task: {
        a: {
          conditions: [{ id: 'GateCondition1', title: 'ready' }],
          dependencies: [{ id: 'Dependency1', target: 'Release2' }],
          inputs: ['Variablev'],
        },
      },
    },
    [
      'variable v added',
      "task a changed; conditions from nothing to 'ready'; dependencies from nothing to 'Release2'; inputs from nothing to 'v'",
    ],
  ],
])('%s', (_, before, after, expected) => {
  const [old, current] = [before, after].map((overrides) => contentOf(plan('TEMPLATE Build: a. g.[b. c.]', overrides)));
  expect(linesOf(old!, current!)).toEqual(expected.map((line) => line.replace("', inputs", "'; inputs")));
});

test('secrets in properties are masked, and texts are compared', () => {
  const release = plan('TEMPLATE Build: a.');
  const before = contentOf(release, {
    a: { description: 'x', properties: { token: '********', list: ['v1.0a1b2c3d.x'] } },
  });
  const after = contentOf(release, {
    a: { description: 'y', properties: { token: 'v1.0a1b2c3d.new', list: [null, { secret: 'v1.0a1b2c3d.z' }] } },
  });
  expect(linesOf(before, after)).toEqual([
    `task a changed; description from 'x' to 'y'; list from '********' to '[null,{"secret":"********"}]'`,
  ]);
});
