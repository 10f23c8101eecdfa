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

test('the string of an object is its id, which identifies it in sets and dicts; data is compared by value', () => {
  const script = `import json
print str(task), '%s' % release, [phase], {task: 1}[taskApi.getTask(task.id)], len(set([task, task, phase]))
print u'{0}'.format(release), json.dumps(phase)[:8], str({'id': 'x'}), str(given)
try:
    {given: 1}
except TypeError as e:
    print e`;
  const { error, output } = python.run(script, {
    purpose: 'task',
    snapshot,
    inputs: { given: { id: 'Task7', url: 'u' } },
    objects: ['given'],
  });
  expect([error, output]).toEqual([
    null,
    `${own} ${id} [${id}/Phase1] 1 2\n${id} {"id": " {'id': 'x'} {'id': 'Task7', 'url': 'u'}\nunhashable type: 'dict'\n`,
  ]);
});

test('an unavailable operation is rejected with its name, and counted', () => {
  const script =
    "try:\n    userApi.updatePassword('ann')\nexcept Exception as e:\n    print e\nreleaseApi.archive('Release2')";
  const { error, output, lacks } = python.run(script, { purpose: 'failureHandler', snapshot });
  expect([output, error?.message, lacks]).toEqual([
    'userApi.updatePassword is not supported in scripts here\n',
    'releaseApi.archive is not supported in scripts here',
    ['userApi.updatePassword', 'releaseApi.archive'],
  ]);
});
