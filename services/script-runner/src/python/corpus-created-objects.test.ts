import { afterAll, expect, test } from 'vitest';
import { startPython, withoutNewIds } from './testing.ts';

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

/** Objects that are used before they are created, and the resulting actions. */
test.each<[says: string, script: string, actions: readonly unknown[]]>([
  [
    'a phase is created, and tasks are added to it and changed before they exist',
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
    'an object that is deleted before it exists is not requested',
    "new = taskApi.addTask(phase.id, {'title': 'x'})\ntaskApi.deleteTask(new.id)\nv = releaseApi.createVariable(release.id, {'key': 'k', 'value': 'a'})\nv.value = 'b'\nreleaseApi.updateVariable(v)",
    [{ does: 'createVariable', releaseId: id, variable: { key: 'k', value: 'b' } }],
  ],
  [
    'a started template has its title',
    "taskApi.commentTask(task.id, templateApi.start('Release9', {'releaseTitle': 'Two'}).title)",
    [
      { does: 'startTemplate', templateId: 'Release9', order: { releaseTitle: 'Two' } },
      { does: 'commentTask', taskId: own, comment: 'Two' },
    ],
  ],
  [
    'a gate gets its conditions and dependencies before it exists',
    `gate = taskApi.addTask(phase.id, taskApi.newTask('xlrelease.GateTask'))
taskApi.addCondition(gate.id, Condition('signed'))
taskApi.addDependency(gate.id, 'Applications/Release2')
taskApi.addCondition(task.id, Condition('seen'))
taskApi.addDependency(task.id, phase)`,
    [
      {
        does: 'addTask',
        containerId: `${id}/Phase1`,
        task: {
          type: 'rel.GateTask',
          title: '',
          conditions: [{ title: 'signed' }],
          dependencies: [{ targetId: 'Applications/Release2' }],
        },
        position: null,
      },
      { does: 'addCondition', taskId: own, condition: { title: 'seen' } },
      { does: 'addDependency', taskId: own, target: `${id}/Phase1` },
    ],
  ],
  [
    'parts of a plan are copied, moved, changed and deleted',
    `taskApi.copyTask(task.id, phase.id, 0)
taskApi.moveTask(task, phase)
taskApi.changeTaskType(task.id, 'rel.GateTask')
taskApi.updateCondition({'id': 'GateCondition1', 'checked': True})
taskApi.deleteCondition('GateCondition2')
phase.title = 'Ship'
phaseApi.updatePhase({'id': phase.id, 'title': phase.title})
phaseApi.copyPhase(phase.id, 2)
phaseApi.movePhase('Phase2', 0)
phaseApi.deletePhase('Phase3')
phaseApi.addTask(phase.id, {'title': 'x'})
releaseApi.deleteVariable('Variable1')
releaseApi.resume('Release2')`,
    [
      { does: 'copyTask', taskId: own, containerId: `${id}/Phase1`, position: 0, madeIds: expect.anything() },
      { does: 'moveTask', taskId: own, containerId: `${id}/Phase1`, position: null },
      { does: 'changeTaskType', taskId: own, targetType: 'rel.GateTask' },
      {
        does: 'updateCondition',
        conditionId: 'GateCondition1',
        condition: { id: 'GateCondition1', checked: true },
      },
      { does: 'deleteCondition', conditionId: 'GateCondition2' },
      { does: 'updatePhase', phaseId: `${id}/Phase1`, phase: { id: `${id}/Phase1`, title: 'Ship' } },
      { does: 'copyPhase', phaseId: `${id}/Phase1`, position: 2, madeIds: expect.anything() },
      { does: 'movePhase', phaseId: 'Phase2', position: 0 },
      { does: 'deletePhase', phaseId: 'Phase3' },
      { does: 'addTask', containerId: `${id}/Phase1`, task: { title: 'x' }, position: null },
      { does: 'deleteVariable', variableId: 'Variable1' },
      { does: 'resumeRelease', releaseId: 'Release2' },
    ],
  ],
  [
    'configurations, folders, templates and shared variables are created, changed and deleted',
    `server = configurationApi.addConfiguration({'type': 'acme.Server', 'title': 'One'})
server.title = 'Two'
configurationApi.updateConfiguration(server)
gone = configurationApi.addConfiguration({'type': 'acme.Server', 'title': 'Gone'})
configurationApi.deleteConfiguration(gone.id)
configurationApi.updateConfiguration({'id': 'Configuration1', 'title': 'Other'})
configurationApi.deleteConfiguration('Configuration2')
configurationApi.addGlobalVariable(Variable('global.a', 'x'))
configurationApi.updateGlobalVariable({'id': 'Variable1', 'value': 'y'})
configurationApi.deleteGlobalVariable('Variable2')
folderApi.addFolder('Applications', {'title': 'New'})
folderApi.rename('Folder1', 'Older')
folderApi.move('Folder1', 'Folder2')
folderApi.delete('Folder3')
folderApi.moveTemplate('Folder1', 'Release3')
folderApi.moveTemplate('Folder1', 'Release3', True)
folderApi.createVariable('Folder1', {'key': 'folder.a'})
folderApi.updateVariable('Folder1', {'id': 'Variable3', 'value': 'z'})
folderApi.deleteVariable('Folder1', 'Variable4')
templateApi.createTemplate({'title': 'Plan', 'id': 'Release4'}, 'Folder1')
templateApi.create('Release3', {'releaseTitle': 'Later'})`,
    [
      { does: 'addConfiguration', configuration: { type: 'acme.Server', title: 'Two' } },
      {
        does: 'updateConfiguration',
        configurationId: 'Configuration1',
        configuration: { id: 'Configuration1', title: 'Other' },
      },
      { does: 'deleteConfiguration', configurationId: 'Configuration2' },
      {
        does: 'addSharedVariable',
        folderId: null,
        variable: { type: 'rel.StringVariable', key: 'global.a', value: 'x' },
      },
      { does: 'updateSharedVariable', variableId: 'Variable1', variable: { id: 'Variable1', value: 'y' } },
      { does: 'deleteSharedVariable', variableId: 'Variable2' },
      { does: 'addFolder', folderId: 'Applications', folder: { title: 'New' } },
      { does: 'renameFolder', folderId: 'Folder1', title: 'Older' },
      { does: 'moveFolder', folderId: 'Folder1', parentId: 'Folder2' },
      { does: 'deleteFolder', folderId: 'Folder3' },
      { does: 'moveTemplate', folderId: 'Folder1', templateId: 'Release3', mergePermissions: false },
      { does: 'moveTemplate', folderId: 'Folder1', templateId: 'Release3', mergePermissions: true },
      { does: 'addSharedVariable', folderId: 'Folder1', variable: { key: 'folder.a' } },
      { does: 'updateSharedVariable', variableId: 'Variable3', variable: { id: 'Variable3', value: 'z' } },
      { does: 'deleteSharedVariable', variableId: 'Variable4' },
      { does: 'createTemplate', folderId: 'Folder1', template: { title: 'Plan' } },
      { does: 'createRelease', templateId: 'Release3', order: { releaseTitle: 'Later' } },
    ],
  ],
])('%s', (_, script, expectedActions) => {
  const { error, actions } = python.run(script, { purpose: 'failureHandler', snapshot });
  expect({ error, actions: withoutNewIds(actions) }).toEqual({ error: null, actions: expectedActions });
});

test('later actions refer to a new task, phase, variable, release or template by its id', () => {
  const script = `new = taskApi.addTask(phase.id, {'title': 'x'})
taskApi.completeTask(new.id, 'done')
ship = phaseApi.addPhase(release.id, {'title': 'Ship'})
taskApi.moveTask(task.id, ship.id)
made = templateApi.create('Applications/Folder1/Release9', {'releaseTitle': 'Two'})
releaseApi.start(made.getId())
plan = templateApi.createTemplate({'title': 'Plan'}, 'Applications/Folder1')
phaseApi.addPhase(plan, {'title': 'One'})
print new.id, str(ship), made.id, plan.id, taskApi.getTask(new.id).title, new in [taskApi.getTask(new.id)]`;
  const { error, output, actions } = python.run(script, { purpose: 'failureHandler', snapshot });
  const digits = '[0-9a-f]{32}';
  expect([error, output]).toEqual([
    null,
    expect.stringMatching(
      `^${id}/Phase1/Task${digits} ${id}/Phase${digits} Applications/Folder1/Release${digits} Applications/Folder1/Release${digits} x True\n$`,
    ),
  ]);
  const [task1, phase1, release1, template1] = output.split(' ');
  const last = (path = '') => path.slice(path.lastIndexOf('/') + 1);
  expect(actions).toMatchObject([
    { does: 'addTask', task: { id: last(task1) } },
    { does: 'completeTask', taskId: task1, comment: 'done' },
    { does: 'addPhase', phase: { id: last(phase1) } },
    { does: 'moveTask', taskId: own, containerId: phase1 },
    { does: 'createRelease', madeId: last(release1), order: { releaseTitle: 'Two' } },
    { does: 'startRelease', releaseId: release1 },
    { does: 'createTemplate', template: { id: last(template1) } },
    { does: 'addPhase', releaseId: template1, phase: { title: 'One' } },
  ]);
});

test('later actions refer to a copied or moved task or phase by the id of the returned object', () => {
  const script = `copy = taskApi.copyTask(task.id, phase.id, 0)
taskApi.commentTask(copy.id, 'a')
twin = phaseApi.copyPhase(phase.id, 1)
taskApi.addTask(twin.id, {'title': 'x'})
moved = taskApi.moveTask(task, phase)
print copy.id, twin.id, moved.id, phaseApi.movePhase(phase.id, 0).id, copy.status`;
  const { error, output, actions } = python.run(script, { purpose: 'failureHandler', snapshot });
  expect(error).toBeNull();
  const [copy = '', twin = '', moved, phase, status] = output.trim().split(' ');
  expect([copy, twin]).toEqual([
    expect.stringMatching(/\/Phase1\/Task[0-9a-f]{32}$/),
    expect.stringMatching(/\/Phase[0-9a-f]{32}$/),
  ]);
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  expect([moved, phase, status]).toEqual([`${id}/Phase1/${last(own)}`, `${id}/Phase1`, 'PLANNED']);
  expect(actions).toMatchObject([
    { does: 'copyTask', madeIds: { [last(own)]: last(copy) } },
    { does: 'commentTask', taskId: copy },
    { does: 'copyPhase', madeIds: { Phase1: last(twin) } },
    { does: 'addTask', containerId: twin },
    { does: 'moveTask' },
    { does: 'movePhase' },
  ]);
});

test('a referenced new task is deleted by a later action, and an action cannot refer to an object without an id', () => {
  const script = `new = taskApi.addTask(phase.id, {'title': 'x'})
taskApi.commentTask(new.id, 'a')
taskApi.delete(new.id)
folder = folderApi.addFolder('Applications', {'title': 'F'})
folderApi.addFolder(folder.id, {'title': 'Inner'})`;
  const { error } = python.run(script, { purpose: 'failureHandler', snapshot });
  expect(error?.message).toBe('new-2 is not available until the script has ended');
  const { actions } = python.run(script.split('\n').slice(0, 3).join('\n'), { purpose: 'failureHandler', snapshot });
  expect(actions).toMatchObject([{ does: 'addTask' }, { does: 'commentTask' }, { does: 'deleteTask' }]);
});

test.each([
  [
    "print made.getTags(), made.tags.append('b'), made.getDescription(), made.status, made.isLocked() if hasattr(made, 'isLocked') else 'no'",
    "['a'] None about PLANNED no\n",
  ],
  ['made.setDescription("other")\nprint made.getDescription()', 'other\n'],
])('a release that does not exist yet has the fields of its template: %s', (print, output) => {
  const template = {
    id: 'Applications/Folder1/Release9',
    title: 'Plan',
    tags: ['a'],
    description: 'about',
    phases: [],
  };
  const reads = { '{"asks":"template","id":"Applications/Folder1/Release9"}': { value: template } };
  const script = `made = templateApi.create('Applications/Folder1/Release9', {'releaseTitle': 'Two'})\n${print}\nreleaseApi.updateRelease(made)
try:
    made.phases
except RuntimeError as e:
    print str(e)[:10]`;
  const answer = python.run(script, { purpose: 'failureHandler', snapshot: { ...snapshot, reads } });
  expect([answer.error, answer.output]).toEqual([null, `${output}the phases\n`]);
  expect(answer.actions[1]).toMatchObject({ does: 'updateRelease', release: { title: 'Two' } });
});
