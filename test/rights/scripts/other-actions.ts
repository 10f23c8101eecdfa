import { filesForm } from '../../harness/rest/attachments.ts';
import type { ActionTargets } from './action-targets.ts';
import { type ActionName, json, pairOf, type ScriptRestPair } from './script-rest-pair.ts';

const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const attachPair = (api: string, path: string, id: string): ScriptRestPair =>
  pairOf(
    `${api}.addAttachment('${id}', 'a.txt', 'x')`,
    'POST',
    `/${path}/${id}/attachments`,
    filesForm({ 'a.txt': 'x' }),
  );
const detachPair = (api: string, path: string, id: string, attachment: string): ScriptRestPair =>
  pairOf(
    `${api}.deleteAttachment('${id}', '${attachment}')`,
    'DELETE',
    `/${path}/${id}/attachments/${lastSegmentOf(attachment)}`,
  );

/** Actions outside plans: on files, risk profiles, users and roles. */
export const otherActions = {
  deleteRelease: (targets: ActionTargets) =>
    pairOf(`releaseApi.delete('${targets.deletable}')`, 'DELETE', `/releases/${targets.deletable}`),
  deleteTemplate: (targets: ActionTargets) =>
    pairOf(
      `templateApi.deleteTemplate('${targets.deletableTemplate}')`,
      'DELETE',
      `/templates/${targets.deletableTemplate}`,
    ),
  attachToTask: (targets: ActionTargets) => attachPair('taskApi', 'tasks', targets.part('gate')),
  detachFromTask: (targets: ActionTargets) =>
    detachPair('taskApi', 'tasks', targets.part('gate'), targets.attachment('gone', 'gate')),
  attachToRelease: (targets: ActionTargets) => attachPair('releaseApi', 'releases', targets.release),
  detachFromRelease: (targets: ActionTargets) =>
    detachPair('releaseApi', 'releases', targets.release, targets.attachment('gone', 'release')),
  createRiskProfile: (targets: ActionTargets) => {
    const body = { title: targets.named('made') };
    return pairOf(`riskApi.createRiskProfile(${json(body)})`, 'POST', '/risks/profiles', body);
  },
  updateRiskProfile: (targets: ActionTargets) => {
    const body = { id: targets.profile('changed'), title: `Other ${targets.named('made')}` };
    return pairOf(`riskApi.updateRiskProfile(${json(body)})`, 'PUT', `/risks/profiles/${lastSegmentOf(body.id)}`, body);
  },
  copyRiskProfile: (targets: ActionTargets) => {
    const id = targets.profile('copied');
    return pairOf(`riskApi.copyRiskProfile('${id}')`, 'POST', `/risks/profiles/${lastSegmentOf(id)}/copy`);
  },
  deleteRiskProfile: (targets: ActionTargets) => {
    const id = targets.profile('gone');
    return pairOf(`riskApi.deleteRiskProfile('${id}')`, 'DELETE', `/risks/profiles/${lastSegmentOf(id)}`);
  },
  updateRiskThresholds: () => {
    const body = { attentionNeededFrom: 10, atRiskFrom: 50 };
    return pairOf(`riskApi.updateRiskGlobalThresholds(${json(body)})`, 'PUT', '/risks/config', body);
  },
  createUser: (targets: ActionTargets) => {
    const name = targets.named('made');
    return pairOf(`userApi.createUser('${name}', { fullName: 'M' })`, 'POST', `/users/${name}`, { fullName: 'M' });
  },
  updateUser: (targets: ActionTargets) => {
    const name = targets.named('changed');
    return pairOf(`userApi.updateUser('${name}', { fullName: 'N' })`, 'PUT', `/users/${name}`, { fullName: 'N' });
  },
  updateUsers: (targets: ActionTargets) => {
    const body = [{ username: targets.named('changed'), fullName: 'O' }];
    return pairOf(`userApi.updateUsers(${json(body)})`, 'PUT', '/users', body);
  },
  deleteUser: (targets: ActionTargets) =>
    pairOf(`userApi.deleteUser('${targets.named('gone')}')`, 'DELETE', `/users/${targets.named('gone')}`),
  createRole: (targets: ActionTargets) => {
    const name = targets.named('made');
    return pairOf(`rolesApi.create('${name}', {})`, 'POST', `/roles/${name}`, {});
  },
  createRoles: (targets: ActionTargets) => {
    const body = [{ name: `second-${targets.named('made')}` }];
    return pairOf(`rolesApi.createRoles(${json(body)})`, 'POST', '/roles', body);
  },
  updateRole: (targets: ActionTargets) => {
    const body = { name: targets.named('changed'), permissions: ['login'] };
    return pairOf(`rolesApi.update(${json(body)})`, 'PUT', `/roles/${body.name}`, body);
  },
  updateRoles: (targets: ActionTargets) => {
    const body = [{ name: targets.named('changed'), permissions: [] }];
    return pairOf(`rolesApi.updateRoles(${json(body)})`, 'PUT', '/roles', body);
  },
  renameRole: (targets: ActionTargets) => {
    const name = targets.named('renamed');
    return pairOf(`rolesApi.rename('${name}', 'Now ${name}')`, 'POST', `/roles/${name}/rename?newName=Now%20${name}`);
  },
  deleteRole: (targets: ActionTargets) =>
    pairOf(`rolesApi.delete('${targets.named('gone')}')`, 'DELETE', `/roles/${targets.named('gone')}`),
} satisfies { readonly [D in ActionName]?: (targets: ActionTargets) => ScriptRestPair };
