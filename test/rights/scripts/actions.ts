import { besides } from './actions-beside.ts';
import { connection, type Ground } from './ground.ts';
import { type Does, json, onPart, type Twin } from './twin.ts';

const onTask =
  (does: string, verb: string) =>
  (at: Ground): Twin => ({
    script: `taskApi.${does}('${at.part(does)}', 'c')`,
    call: ['POST', `/tasks/${at.part(does)}/${verb}`, { comment: 'c' }],
  });
const placing = (does: 'copyTask' | 'moveTask', verb: string) => (at: Ground) =>
  onPart(
    `taskApi.${does}('${at.part(does)}', '${at.part('Ahead')}', 0)`,
    'POST',
    `/tasks/${at.part(does)}/${verb}?targetContainerId=${at.part('Ahead')}&targetPosition=0`,
  );
const making = (does: string, verb: string) => (at: Ground) =>
  onPart(
    `templateApi.${verb}('${at.template}', { releaseTitle: '${does}' })`,
    'POST',
    `/templates/${at.template}/${verb}`,
    {
      releaseTitle: does,
    },
  );
const fresh = { title: 'New', type: 'rel.Task' };
const freshVariable = (key: string) => ({ key, type: 'rel.StringVariable', value: 'x' });

/** One for each action of the protocol: a new one does not compile without. `null`: REST has no such call. */
export const twins: { readonly [D in Does]: ((at: Ground) => Twin) | null } = {
  completeTask: onTask('completeTask', 'complete'),
  failTask: onTask('failTask', 'fail'),
  skipTask: onTask('skipTask', 'skip'),
  retryTask: onTask('retryTask', 'retry'),
  reopenTask: onTask('reopenTask', 'reopen'),
  startTaskNow: onTask('startTaskNow', 'startNow'),
  abortTask: onTask('abortTask', 'abort'),
  commentTask: onTask('commentTask', 'comment'),
  assignTask: (at) =>
    onPart(
      `taskApi.assignTask('${at.part('assignTask')}', 'admin')`,
      'POST',
      `/tasks/${at.part('assignTask')}/assign/admin`,
    ),
  addTask: (at) =>
    onPart(
      `phaseApi.addTask('${at.part('Ahead')}', ${json(fresh)})`,
      'POST',
      `/phases/${at.part('Ahead')}/tasks`,
      fresh,
    ),
  updateTask: (at) => {
    const body = { id: at.part('updateTask'), type: 'rel.Task', title: 'Other' };
    return onPart(`taskApi.updateTask(${json(body)})`, 'PUT', `/tasks/${body.id}`, body);
  },
  deleteTask: (at) =>
    onPart(`taskApi.deleteTask('${at.part('deleteTask')}')`, 'DELETE', `/tasks/${at.part('deleteTask')}`),
  copyTask: placing('copyTask', 'copy'),
  moveTask: placing('moveTask', 'move'),
  changeTaskType: (at) => {
    const id = at.part('changeTaskType');
    return onPart(
      `taskApi.changeTaskType('${id}', 'rel.GateTask')`,
      'POST',
      `/tasks/${id}/changeType?targetType=rel.GateTask`,
    );
  },
  addCondition: (at) => {
    const id = at.part('gate');
    return onPart(`taskApi.addCondition('${id}', { title: 'c' })`, 'POST', `/tasks/${id}/conditions`, { title: 'c' });
  },
  updateCondition: (at) => {
    const id = at.condition('updated');
    return onPart(`taskApi.updateCondition('${id}', { title: 'd' })`, 'POST', `/tasks/${id}`, { title: 'd' });
  },
  deleteCondition: (at) =>
    onPart(`taskApi.deleteCondition('${at.condition('deleted')}')`, 'DELETE', `/tasks/${at.condition('deleted')}`),
  addDependency: (at) => {
    const [id, target] = [at.part('gate'), at.planned];
    return onPart(`taskApi.addDependency('${id}', '${target}')`, 'POST', `/tasks/${id}/dependencies/${target}`);
  },
  deleteDependency: (at) => onPart(`taskApi.deleteDependency('${at.dependency}')`, 'DELETE', `/tasks/${at.dependency}`),
  addPhase: (at) =>
    onPart(`phaseApi.addPhase('${at.release}', { title: 'p' })`, 'POST', `/phases/${at.release}/phase`, { title: 'p' }),
  updatePhase: (at) => {
    const body = { id: at.part('updatePhase'), title: 'q' };
    return onPart(`phaseApi.updatePhase(${json(body)})`, 'PUT', `/phases/${body.id}`, body);
  },
  copyPhase: (at) => {
    const id = at.part('copyPhase');
    return onPart(`phaseApi.copyPhase('${id}', 3)`, 'POST', `/phases/${id}/copy?targetPosition=3`);
  },
  movePhase: (at) => {
    const id = at.part('movePhase');
    return onPart(`phaseApi.movePhase('${id}', 3)`, 'POST', `/phases/${id}/move?targetPosition=3`);
  },
  deletePhase: (at) =>
    onPart(`phaseApi.deletePhase('${at.part('deletePhase')}')`, 'DELETE', `/phases/${at.part('deletePhase')}`),
  createVariable: (at) => {
    const body = freshVariable('fresh');
    return onPart(
      `releaseApi.createVariable('${at.release}', ${json(body)})`,
      'POST',
      `/releases/${at.release}/variables`,
      body,
    );
  },
  updateVariable: (at) => {
    const body = { ...at.variable('updated'), value: 'b' };
    return onPart(`releaseApi.updateVariable(${json(body)})`, 'PUT', `/releases/${body.id}`, body);
  },
  deleteVariable: (at) => {
    const { id } = at.variable('deleted');
    return onPart(`releaseApi.deleteVariable('${id}')`, 'DELETE', `/releases/${id}`);
  },
  // a dict of the script's own release, or of what is shared: test/flows/scripts has them
  setVariable: null,
  setStatusLine: null,
  updateRelease: (at) => {
    const body = { id: at.release, description: 'd' };
    return onPart(`releaseApi.updateRelease(${json(body)})`, 'PUT', `/releases/${at.release}`, body);
  },
  startRelease: (at) => onPart(`releaseApi.start('${at.planned}')`, 'POST', `/releases/${at.planned}/start`),
  resumeRelease: (at) => onPart(`releaseApi.resume('${at.release}')`, 'POST', `/releases/${at.release}/resume`),
  abortRelease: (at) =>
    onPart(`releaseApi.abort('${at.aborted}', 'c')`, 'POST', `/releases/${at.aborted}/abort`, { abortComment: 'c' }),
  startTemplate: making('startTemplate', 'start'),
  createRelease: making('createRelease', 'create'),
  createTemplate: (at) =>
    onPart(
      `templateApi.createTemplate({ title: 'T' }, '${at.folder.id}')`,
      'POST',
      `/templates?folderId=${at.folder.id}`,
      {
        title: 'T',
      },
    ),
  moveTemplate: (at) => {
    const [to, id] = [at.inner('target').id, at.movable];
    return onPart(
      `folderApi.moveTemplate('${to}', '${id}', true)`,
      'POST',
      `/folders/${to}/templates/${id}?mergePermissions=true`,
    );
  },
  addConfiguration: (at) => {
    const body = connection('made', at.folder.id);
    return onPart(`configurationApi.addConfiguration(${json(body)})`, 'POST', '/config', body);
  },
  updateConfiguration: (at) => {
    const id = at.configuration('changed');
    const body = { id, ...connection('Other', at.folder.id) };
    return onPart(`configurationApi.updateConfiguration(${json(body)})`, 'PUT', `/config/${id}`, body);
  },
  deleteConfiguration: (at) => {
    const id = at.configuration('gone');
    return onPart(`configurationApi.deleteConfiguration('${id}')`, 'DELETE', `/config/${id}`);
  },
  addFolder: (at) =>
    onPart(`folderApi.addFolder('${at.folder.id}', { title: 'n' })`, 'POST', `/folders/${at.folder.id}`, {
      title: 'n',
    }),
  renameFolder: (at) => {
    const { id } = at.inner('renamed');
    return onPart(`folderApi.rename('${id}', 'Other')`, 'POST', `/folders/${id}/rename?newName=Other`);
  },
  moveFolder: (at) => {
    const [{ id }, to] = [at.inner('moved'), at.inner('target')];
    return onPart(`folderApi.move('${id}', '${to.id}')`, 'POST', `/folders/${id}/move?newParentId=${to.id}`);
  },
  deleteFolder: (at) => {
    const { id } = at.inner('deleted');
    return onPart(`folderApi.delete('${id}')`, 'DELETE', `/folders/${id}`);
  },
  addSharedVariable: (at) => {
    const body = freshVariable('folder.fresh');
    return onPart(
      `folderApi.createVariable('${at.folder.id}', ${json(body)})`,
      'POST',
      `/folders/${at.folder.id}/variables`,
      body,
    );
  },
  updateSharedVariable: (at) => {
    const body = { ...at.shared('updated'), value: 'b' };
    return onPart(
      `folderApi.updateVariable('${at.folder.id}', ${json(body)})`,
      'PUT',
      `/folders/${at.folder.id}/${body.id}`,
      body,
    );
  },
  deleteSharedVariable: (at) => {
    const { id } = at.shared('deleted');
    return onPart(`folderApi.deleteVariable('${at.folder.id}', '${id}')`, 'DELETE', `/folders/${at.folder.id}/${id}`);
  },
  ...besides,
};
