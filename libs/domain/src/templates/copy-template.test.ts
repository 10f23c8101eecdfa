import { expect, test } from 'vitest';
import { copyTemplate } from '../commands/handle.ts';
import { changed } from '../model/passive.ts';
import { tasksOf } from '../model/plan.ts';
import { caller, env, variable } from '../testing/inputs.ts';
import { plan, show } from '../testing/notation.ts';

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

test('a copy of a template is the same under ids of its own, and belongs to who made it', () => {
  const original = template();
  const { release, entries } = copyTemplate(original, { title: 'Other', description: null }, caller('ann'), env());
  expect(show(release)).toBe(show(original));
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

test('a copy without a title says what it is; a description is laid over the copied one', () => {
  const order = { title: null, description: 'mine' };
  const { release } = copyTemplate(template(), order, caller(), env());
  expect(release.title).toBe('Webshop 1.0 (copy)');
  expect(release.passive).toEqual({ kind: 'copy', of: 'Release1', beforeRun: false, changes: { description: 'mine' } });
  expect(changed(release.passive, {})).toBe(release.passive);
});

test('a copy needs a title that says something', () => {
  expect(() => copyTemplate(template(), { title: ' ', description: null }, caller(), env())).toThrow(
    'title: a template needs a title',
  );
});
