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
  [
    'a gate gets what it waits for before it is there',
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
      { does: 'copyTask', taskId: own, containerId: `${id}/Phase1`, position: 0 },
      { does: 'moveTask', taskId: own, containerId: `${id}/Phase1`, position: null },
      { does: 'changeTaskType', taskId: own, targetType: 'rel.GateTask' },
      {
        does: 'updateCondition',
        conditionId: 'GateCondition1',
        condition: { id: 'GateCondition1', checked: true },
      },
      { does: 'deleteCondition', conditionId: 'GateCondition2' },
      { does: 'updatePhase', phaseId: `${id}/Phase1`, phase: { id: `${id}/Phase1`, title: 'Ship' } },
      { does: 'copyPhase', phaseId: `${id}/Phase1`, position: 2 },
      { does: 'movePhase', phaseId: 'Phase2', position: 0 },
      { does: 'deletePhase', phaseId: 'Phase3' },
      { does: 'addTask', containerId: `${id}/Phase1`, task: { title: 'x' }, position: null },
      { does: 'deleteVariable', variableId: 'Variable1' },
      { does: 'resumeRelease', releaseId: 'Release2' },
    ],
  ],
  [
    'configurations, folders, templates and shared variables are made, changed and deleted',
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
])('%s', (_, script, asked) => {
  const { error, actions } = python.run(script, { purpose: 'failureHandler', snapshot });
  expect({ error, actions }).toEqual({ error: null, actions: asked });
});

test('what is not there yet cannot be acted on', () => {
  const script = "new = taskApi.addTask(phase.id, {'title': 'x'})\ntaskApi.completeTask(new.id)";
  const { error } = python.run(script, { purpose: 'failureHandler', snapshot });
  expect(error?.message).toBe('new-1 is not there before the script has ended');
});

test('what cannot be asked for is refused by its name, and counted', () => {
  const script =
    "try:\n    userApi.updatePassword('ann')\nexcept Exception as e:\n    print e\nreleaseApi.archive('Release2')";
  const { error, output, lacks } = python.run(script, { purpose: 'failureHandler', snapshot });
  expect([output, error?.message, lacks]).toEqual([
    'userApi.updatePassword is not supported in scripts here\n',
    'releaseApi.archive is not supported in scripts here',
    ['userApi.updatePassword', 'releaseApi.archive'],
  ]);
});
