import { afterAll, expect, test } from 'vitest';
import { startPython } from './testing.ts';

const id = 'Applications/Release1';
const own = `${id}/Phase1/Task1`;
const task = { id: own, type: 'rel.Task', title: 'deploy', status: 'FAILED' };
const snapshot = {
  release: {
    id,
    type: 'rel.Release',
    title: 'Weekly',
    phases: [{ id: `${id}/Phase1`, type: 'rel.Phase', title: 'Build', tasks: [task] }],
  },
  phaseId: `${id}/Phase1`,
  taskId: own,
  folder: { id: 'Applications', title: 'Applications' },
  releaseVariables: [],
  globalVariables: [],
  folderVariables: [],
};

const python = startPython();
afterAll(python.stop);

/** What is worked with before it is there, and what is asked for in the end. */
test.each<[says: string, script: string, actions: readonly unknown[]]>([
  [
    'a phase is made, tasks are put into it, and changed before they are there',
    `made = phaseApi.addPhase(release.id, phaseApi.newPhase('Ship'))
group = taskApi.newTask('xlrelease.SequentialGroup')
group.title = 'all'
group = taskApi.addTask(made.id, group)
first = taskApi.addTask(group.id, {'type': 'rel.Task', 'title': 'first'})
gone = taskApi.addTask(group.id, {'type': 'rel.Task', 'title': 'gone'})
zeroth = taskApi.addTask(group.id, {'type': 'rel.Task', 'title': 'zeroth'}, 0)
first.title = 'second'
taskApi.updateTask(first)
taskApi.assignTask(zeroth.id, 'ann')
taskApi.deleteTask(gone.id)
group.description = 'of all'
taskApi.updateTask(group)`,
    [
      {
        does: 'addPhase',
        releaseId: id,
        phase: {
          type: 'rel.Phase',
          title: 'Ship',
          tasks: [
            {
              type: 'rel.SequentialGroup',
              title: 'all',
              description: 'of all',
              tasks: [
                { type: 'rel.Task', title: 'zeroth', owner: 'ann' },
                { type: 'rel.Task', title: 'second' },
              ],
            },
          ],
        },
        position: null,
      },
    ],
  ],
  [
    'what is taken back before it is there is not asked for',
    "new = taskApi.addTask(phase.id, {'title': 'x'})\ntaskApi.deleteTask(new.id)\nv = releaseApi.createVariable(release.id, {'key': 'k', 'value': 'a'})\nv.value = 'b'\nreleaseApi.updateVariable(v)",
    [{ does: 'createVariable', releaseId: id, variable: { key: 'k', value: 'b' } }],
  ],
  [
    'a started template tells its title',
    "taskApi.commentTask(task.id, templateApi.start('Release9', {'releaseTitle': 'Two'}).title)",
    [
      { does: 'startTemplate', templateId: 'Release9', order: { releaseTitle: 'Two' } },
      { does: 'commentTask', taskId: own, comment: 'Two' },
    ],
  ],
])('%s', (_, script, asked) => {
  const { error, actions } = python.run(script, { purpose: 'failureHandler', snapshot });
  expect({ error, actions }).toEqual({ error: null, actions: asked });
});

test('what is not there yet cannot be acted on', () => {
  const script = "new = taskApi.addTask(phase.id, {'title': 'x'})\ntaskApi.completeTask(new.id)";
  const { error } = python.run(script, { purpose: 'failureHandler', snapshot });
  expect(error?.message).toBe('new-1 is not there before the script has ended');
});
