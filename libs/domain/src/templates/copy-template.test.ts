import { describe, expect, test } from 'vitest';
import { copyTemplate } from '../commands/handle.ts';
import type { Caller } from '../decision/inputs.ts';
import { rootFolderId } from '../ids/ids.ts';
import { blankCreation } from '../model/own-fields.ts';
import { mergeChanges } from '../model/passive.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { blankTaskPassive } from '../model/task.ts';
import { allUsers, caller, env, variable } from '../testing/inputs.ts';
import { formatPlan, plan } from '../testing/notation.ts';
import type { CopyTemplateRequest } from './copy-template.ts';

const template = () =>
  plan('TEMPLATE Build: form. gate. | Ship: deploy.', {
    variables: [variable('a', 'x'), variable('secret', null)],
    owner: 'bob',
    riskScore: 20,
    task: {
      form: { type: 'UserInputTask', inputs: ['Variablea'] },
      gate: { type: 'GateTask', dependencies: [{ id: 'Dependency1', target: 'Taskdeploy' }] },
    },
  });

function copy(original: Release, request: CopyTemplateRequest, by = caller(), environment = env()) {
  const decision = copyTemplate(original, request, by, environment);
  if (decision.kind === 'missingData')
    throw new Error(`the decision requires ${JSON.stringify(decision.requirements)}`);
  return decision.outcome;
}

test('a copy of a template has equal content, new ids, and its creator as owner', () => {
  const original = template();
  const { release, entries } = copy(original, { title: 'Other', description: null }, caller('ann'));
  expect(formatPlan(release)).toBe(formatPlan(original));
  expect(release).toMatchObject({ title: 'Other', owner: 'ann', folderId: 'Folder1', originTemplateId: null });
  expect(release.variables.map(({ key, value }) => [key, value])).toEqual([
    ['a', 'x'],
    ['secret', null],
  ]);
  const [form, gate, deploy] = [...tasksOf(release)];
  expect(form?.definition.inputs).toEqual([release.variables[0]?.id]);
  expect(gate?.definition.dependencies[0]?.target).toBe(deploy?.id);
  const ids = [...tasksOf(original), ...tasksOf(release), ...original.variables, ...release.variables].map(
    ({ id }) => id,
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(entries.map(({ activityType, username }) => [activityType, username])).toEqual([['RELEASE_CREATED', 'ann']]);
});

test('a copy without a title gets a title with "(copy)", and a description replaces the copied one', () => {
  const request = { title: null, description: 'mine' };
  const { release } = copy(template(), request);
  expect(release.title).toBe('Webshop 1.0 (copy)');
  expect(release.passive).toEqual({ kind: 'copy', of: 'Release1', beforeRun: false, changes: { description: 'mine' } });
  expect(mergeChanges(release.passive, {})).toBe(release.passive);
});

test('a blank title of a copy is rejected', () => {
  expect(() => copyTemplate(template(), { title: ' ', description: null }, caller(), env())).toThrow(
    'title: a template needs a title',
  );
});

describe('without the permission to edit the original', () => {
  const secret = variable('p', 'v1.0a1b2c3d.x', { type: 'PasswordStringVariable' });
  const original = plan('TEMPLATE Build: form. deploy.', {
    folderId: rootFolderId,
    scriptUsername: 'root',
    scriptTokenId: 'Token1',
    variables: [variable('a', 'x'), secret],
    task: { deploy: { creation: { ...blankCreation, newReleaseTitle: 'r', templateVariables: [secret] } } },
  });
  const request = { title: 'Other', description: null };
  const properties = { username: 'u', password: 'v1.0a1b2c3d.y', port: 1 };
  const passives = new Map([['Taskdeploy', { ...blankTaskPassive, properties }]]);
  const envWithPassives = () => env({ data: { ...env().data, passives } });

  test('a copy contains no password and no run-as user', () => {
    const { release } = copy(original, request, caller('ann', 'template#edit'), envWithPassives());
    expect([release.scriptUsername, release.scriptTokenId]).toEqual([null, null]);
    expect(release.variables.map(({ value }) => value)).toEqual(['x', null]);
    expect(release.passive).toMatchObject({ changes: { scriptUserPassword: null } });
    const [form, deploy] = [...tasksOf(release)];
    expect(form?.passive).toMatchObject({ changes: { properties: {} } });
    expect(deploy?.passive).toMatchObject({ changes: { properties: { username: 'u', port: 1 } } });
    expect(deploy?.definition.creation).toMatchObject({ newReleaseTitle: 'r', templateVariables: [{ value: null }] });
  });

  test('the texts of the tasks are loaded first', () => {
    const copied = (by: Caller) => copyTemplate(original, request, by, env({ data: { users: allUsers } })).kind;
    expect(copied(caller('ann', 'template#edit'))).toBe('missingData');
    expect(copied(caller('ann'))).toBe('decided');
  });
});
