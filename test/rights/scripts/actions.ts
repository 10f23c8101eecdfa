import { type ActionTargets, connection } from './action-targets.ts';
import { otherActions } from './other-actions.ts';
import { type ActionName, json, pairOf, type ScriptRestPair } from './script-rest-pair.ts';

const onTask =
  (action: string, verb: string) =>
  (targets: ActionTargets): ScriptRestPair => ({
    script: `taskApi.${action}('${targets.part(action)}', 'c')`,
    call: ['POST', `/tasks/${targets.part(action)}/${verb}`, { comment: 'c' }],
  });
const placementPair = (action: 'copyTask' | 'moveTask', verb: string) => (targets: ActionTargets) =>
  pairOf(
    `taskApi.${action}('${targets.part(action)}', '${targets.part('Ahead')}', 0)`,
    'POST',
    `/tasks/${targets.part(action)}/${verb}?targetContainerId=${targets.part('Ahead')}&targetPosition=0`,
  );
const creationPair = (action: string, verb: string) => (targets: ActionTargets) =>
  pairOf(
    `templateApi.${verb}('${targets.template}', { releaseTitle: '${action}' })`,
    'POST',
    `/templates/${targets.template}/${verb}`,
    {
      releaseTitle: action,
    },
  );
const newTask = { title: 'New', type: 'rel.Task' };
const newVariable = (key: string) => ({ key, type: 'rel.StringVariable', value: 'x' });

/**
 * One entry for each action of the protocol: the compiler requires an entry for a new action. `null`: REST has no such
 * call.
 */
export const actionPairs: { readonly [D in ActionName]: ((targets: ActionTargets) => ScriptRestPair) | null } = {
  completeTask: onTask('completeTask', 'complete'),
  failTask: onTask('failTask', 'fail'),
  skipTask: onTask('skipTask', 'skip'),
  retryTask: onTask('retryTask', 'retry'),
  reopenTask: onTask('reopenTask', 'reopen'),
  startTaskNow: onTask('startTaskNow', 'startNow'),
  abortTask: onTask('abortTask', 'abort'),
  commentTask: onTask('commentTask', 'comment'),
  assignTask: (targets) =>
    pairOf(
      `taskApi.assignTask('${targets.part('assignTask')}', 'admin')`,
      'POST',
      `/tasks/${targets.part('assignTask')}/assign/admin`,
    ),
  addTask: (targets) =>
    pairOf(
      `phaseApi.addTask('${targets.part('Ahead')}', ${json(newTask)})`,
      'POST',
      `/phases/${targets.part('Ahead')}/tasks`,
      newTask,
    ),
  updateTask: (targets) => {
    const body = { id: targets.part('updateTask'), type: 'rel.Task', title: 'Other' };
    return pairOf(`taskApi.updateTask(${json(body)})`, 'PUT', `/tasks/${body.id}`, body);
  },
  deleteTask: (targets) =>
    pairOf(`taskApi.deleteTask('${targets.part('deleteTask')}')`, 'DELETE', `/tasks/${targets.part('deleteTask')}`),
  copyTask: placementPair('copyTask', 'copy'),
  moveTask: placementPair('moveTask', 'move'),
  changeTaskType: (targets) => {
    const id = targets.part('changeTaskType');
    return pairOf(
      `taskApi.changeTaskType('${id}', 'rel.GateTask')`,
      'POST',
      `/tasks/${id}/changeType?targetType=rel.GateTask`,
    );
  },
  addCondition: (targets) => {
    const id = targets.part('gate');
    return pairOf(`taskApi.addCondition('${id}', { title: 'c' })`, 'POST', `/tasks/${id}/conditions`, { title: 'c' });
  },
  updateCondition: (targets) => {
    const id = targets.condition('updated');
    return pairOf(`taskApi.updateCondition('${id}', { title: 'd' })`, 'POST', `/tasks/${id}`, { title: 'd' });
  },
  deleteCondition: (targets) =>
    pairOf(
      `taskApi.deleteCondition('${targets.condition('deleted')}')`,
      'DELETE',
      `/tasks/${targets.condition('deleted')}`,
    ),
  addDependency: (targets) => {
    const [id, target] = [targets.part('gate'), targets.planned];
    return pairOf(`taskApi.addDependency('${id}', '${target}')`, 'POST', `/tasks/${id}/dependencies/${target}`);
  },
  deleteDependency: (targets) =>
    pairOf(`taskApi.deleteDependency('${targets.dependency}')`, 'DELETE', `/tasks/${targets.dependency}`),
  addPhase: (targets) =>
    pairOf(`phaseApi.addPhase('${targets.release}', { title: 'p' })`, 'POST', `/phases/${targets.release}/phase`, {
      title: 'p',
    }),
  updatePhase: (targets) => {
    const body = { id: targets.part('updatePhase'), title: 'q' };
    return pairOf(`phaseApi.updatePhase(${json(body)})`, 'PUT', `/phases/${body.id}`, body);
  },
  copyPhase: (targets) => {
    const id = targets.part('copyPhase');
    return pairOf(`phaseApi.copyPhase('${id}', 3)`, 'POST', `/phases/${id}/copy?targetPosition=3`);
  },
  movePhase: (targets) => {
    const id = targets.part('movePhase');
    return pairOf(`phaseApi.movePhase('${id}', 3)`, 'POST', `/phases/${id}/move?targetPosition=3`);
  },
  deletePhase: (targets) =>
    pairOf(
      `phaseApi.deletePhase('${targets.part('deletePhase')}')`,
      'DELETE',
      `/phases/${targets.part('deletePhase')}`,
    ),
  createVariable: (targets) => {
    const body = newVariable('fresh');
    return pairOf(
      `releaseApi.createVariable('${targets.release}', ${json(body)})`,
      'POST',
      `/releases/${targets.release}/variables`,
      body,
    );
  },
  updateVariable: (targets) => {
    const body = { ...targets.variable('updated'), value: 'b' };
    return pairOf(`releaseApi.updateVariable(${json(body)})`, 'PUT', `/releases/${body.id}`, body);
  },
  deleteVariable: (targets) => {
    const { id } = targets.variable('deleted');
    return pairOf(`releaseApi.deleteVariable('${id}')`, 'DELETE', `/releases/${id}`);
  },
  // test/flows/scripts tests changes of the own release and of shared variables
  setVariable: null,
  setStatusLine: null,
  updateRelease: (targets) => {
    const body = { id: targets.release, description: 'd' };
    return pairOf(`releaseApi.updateRelease(${json(body)})`, 'PUT', `/releases/${targets.release}`, body);
  },
  startRelease: (targets) =>
    pairOf(`releaseApi.start('${targets.planned}')`, 'POST', `/releases/${targets.planned}/start`),
  resumeRelease: (targets) =>
    pairOf(`releaseApi.resume('${targets.release}')`, 'POST', `/releases/${targets.release}/resume`),
  abortRelease: (targets) =>
    pairOf(`releaseApi.abort('${targets.aborted}', 'c')`, 'POST', `/releases/${targets.aborted}/abort`, {
      abortComment: 'c',
    }),
  startTemplate: creationPair('startTemplate', 'start'),
  createRelease: creationPair('createRelease', 'create'),
  createTemplate: (targets) =>
    pairOf(
      `templateApi.createTemplate({ title: 'T' }, '${targets.folder.id}')`,
      'POST',
      `/templates?folderId=${targets.folder.id}`,
      {
        title: 'T',
      },
    ),
  moveTemplate: (targets) => {
    const [to, id] = [targets.inner('target').id, targets.movable];
    return pairOf(
      `folderApi.moveTemplate('${to}', '${id}', true)`,
      'POST',
      `/folders/${to}/templates/${id}?mergePermissions=true`,
    );
  },
  addConfiguration: (targets) => {
    const body = connection('made', targets.folder.id);
    return pairOf(`configurationApi.addConfiguration(${json(body)})`, 'POST', '/config', body);
  },
  updateConfiguration: (targets) => {
    const id = targets.configuration('changed');
    const body = { id, ...connection('Other', targets.folder.id) };
    return pairOf(`configurationApi.updateConfiguration(${json(body)})`, 'PUT', `/config/${id}`, body);
  },
  deleteConfiguration: (targets) => {
    const id = targets.configuration('gone');
    return pairOf(`configurationApi.deleteConfiguration('${id}')`, 'DELETE', `/config/${id}`);
  },
  addFolder: (targets) =>
    pairOf(`folderApi.addFolder('${targets.folder.id}', { title: 'n' })`, 'POST', `/folders/${targets.folder.id}`, {
      title: 'n',
    }),
  renameFolder: (targets) => {
    const { id } = targets.inner('renamed');
    return pairOf(`folderApi.rename('${id}', 'Other')`, 'POST', `/folders/${id}/rename?newName=Other`);
  },
  moveFolder: (targets) => {
    const [{ id }, to] = [targets.inner('moved'), targets.inner('target')];
    return pairOf(`folderApi.move('${id}', '${to.id}')`, 'POST', `/folders/${id}/move?newParentId=${to.id}`);
  },
  deleteFolder: (targets) => {
    const { id } = targets.inner('deleted');
    return pairOf(`folderApi.delete('${id}')`, 'DELETE', `/folders/${id}`);
  },
  addSharedVariable: (targets) => {
    const body = newVariable('folder.fresh');
    return pairOf(
      `folderApi.createVariable('${targets.folder.id}', ${json(body)})`,
      'POST',
      `/folders/${targets.folder.id}/variables`,
      body,
    );
  },
  updateSharedVariable: (targets) => {
    const body = { ...targets.shared('updated'), value: 'b' };
    return pairOf(
      `folderApi.updateVariable('${targets.folder.id}', ${json(body)})`,
      'PUT',
      `/folders/${targets.folder.id}/${body.id}`,
      body,
    );
  },
  deleteSharedVariable: (targets) => {
    const { id } = targets.shared('deleted');
    return pairOf(
      `folderApi.deleteVariable('${targets.folder.id}', '${id}')`,
      'DELETE',
      `/folders/${targets.folder.id}/${id}`,
    );
  },
  ...otherActions,
};
