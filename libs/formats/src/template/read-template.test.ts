import { textOf } from '@slipway/domain/messages';
import type { Json } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { templatesIn } from './read-template.ts';
import { modelVersionIn } from './upgrade.ts';

const read = (document: Json) =>
  templatesIn(document).map(({ template, warnings }) => ({ template, warnings: warnings.map(textOf) }))[0];

test.each<[string, Json, readonly string[]]>([
  ['phases that are not a list', { phases: {} }, ['phases was left out: it is not a list']],
  ['a phase that is not an object', { phases: [null] }, ['1 of phases was left out: they are not objects']],
  [
    'tasks that are not objects',
    { phases: [{ title: 'P', tasks: [1, {}, 'x'] }] },
    ["phase 'P': 2 of tasks were left out: they are not objects"],
  ],
  [
    'tasks of a group that are not a list',
    { phases: [{ title: 'P', tasks: [{ title: 'g', type: 'rel.SequentialGroup', tasks: 5 }] }] },
    ["task 'g' in phase 'P': tasks was left out: it is not a list"],
  ],
  [
    'plugin scripts in tasks that cannot run them',
    {
      type: 'family.Release',
      phases: [
        {
          title: 'P',
          tasks: ['family.Task', 'rel.GateTask', 'acme.Task', 'family.CustomScriptTask'].map((type) => ({
            title: type,
            type,
            pythonScript: { type: 'acme.Run' },
          })),
        },
      ],
    },
    ['family.Task', 'rel.GateTask'].map(
      (type) =>
        `task '${type}' in phase 'P': pythonScript was left out: a task of type '${type}' does not run a plugin script`,
    ),
  ],
  ['triggers that are not a list', { releaseTriggers: 'x' }, ['releaseTriggers was left out: it is not a list']],
  ['phases and teams that are null', { phases: null, teams: null }, []],
  [
    'invalid teams',
    { teams: [{ teamName: 5 }, 'x', { teamName: 'y'.repeat(256) }] },
    [
      '1 of teams was left out: they are not objects',
      "team '' was left out: expected a name of 1 to 255 characters",
      `team '${'y'.repeat(100)}…' was left out: expected a name of 1 to 255 characters`,
    ],
  ],
])('%s: the other parts are read, with a warning', (_, members, warnings) => {
  expect(read({ title: 'T', ...(members as object) })?.warnings).toEqual(warnings);
});

test('drops invalid names of a team', () => {
  const teams: Json = [
    { teamName: ' Crew ', members: ['ann', 5], roles: 'ops', permissions: [] },
    { teamName: 'Bare' },
  ];
  expect(read({ title: 'T', teams })).toEqual({
    template: {
      title: 'T',
      teams: [{ teamName: ' Crew ', members: ['ann'], roles: [], permissions: [] }, { teamName: 'Bare' }],
      releaseTriggers: [],
      variables: [],
      phases: [],
    },
    warnings: [
      "team 'Crew': items of members that are not names were left out",
      "team 'Crew': items of roles that are not names were left out",
    ],
  });
});

test('a model version is a text, or absent', () => {
  const member = 'xlr-data-model-version';
  expect([
    modelVersionIn({ [member]: '22.3.0' }),
    modelVersionIn({ [member]: null }),
    modelVersionIn({}),
    modelVersionIn([]),
  ]).toEqual(['22.3.0', null, null, null]);
  expect(() => modelVersionIn({ [member]: 22 })).toThrow(
    `${member} in the manifest: expected a text such as '24.1.0#1'`,
  );
});
