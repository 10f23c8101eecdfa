import { filesForm } from '../../harness/rest/attachments.ts';
import type { Ground } from './ground.ts';
import { type Does, json, onPart, type Twin } from './twin.ts';

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const attaching = (api: string, path: string, id: string): Twin =>
  onPart(
    `${api}.addAttachment('${id}', 'a.txt', 'x')`,
    'POST',
    `/${path}/${id}/attachments`,
    filesForm({ 'a.txt': 'x' }),
  );
const detaching = (api: string, path: string, id: string, attachment: string): Twin =>
  onPart(
    `${api}.deleteAttachment('${id}', '${attachment}')`,
    'DELETE',
    `/${path}/${id}/attachments/${lastOf(attachment)}`,
  );

/** What is done beside plans: to files, risk profiles, users and roles. */
export const besides = {
  deleteRelease: (at: Ground) => onPart(`releaseApi.delete('${at.deletable}')`, 'DELETE', `/releases/${at.deletable}`),
  deleteTemplate: (at: Ground) =>
    onPart(`templateApi.deleteTemplate('${at.deletableTemplate}')`, 'DELETE', `/templates/${at.deletableTemplate}`),
  attachToTask: (at: Ground) => attaching('taskApi', 'tasks', at.part('gate')),
  detachFromTask: (at: Ground) => detaching('taskApi', 'tasks', at.part('gate'), at.attachment('gone', 'gate')),
  attachToRelease: (at: Ground) => attaching('releaseApi', 'releases', at.release),
  detachFromRelease: (at: Ground) => detaching('releaseApi', 'releases', at.release, at.attachment('gone', 'release')),
  createRiskProfile: (at: Ground) => {
    const body = { title: at.named('made') };
    return onPart(`riskApi.createRiskProfile(${json(body)})`, 'POST', '/risks/profiles', body);
  },
  updateRiskProfile: (at: Ground) => {
    const body = { id: at.profile('changed'), title: `Other ${at.named('made')}` };
    return onPart(`riskApi.updateRiskProfile(${json(body)})`, 'PUT', `/risks/profiles/${lastOf(body.id)}`, body);
  },
  copyRiskProfile: (at: Ground) => {
    const id = at.profile('copied');
    return onPart(`riskApi.copyRiskProfile('${id}')`, 'POST', `/risks/profiles/${lastOf(id)}/copy`);
  },
  deleteRiskProfile: (at: Ground) => {
    const id = at.profile('gone');
    return onPart(`riskApi.deleteRiskProfile('${id}')`, 'DELETE', `/risks/profiles/${lastOf(id)}`);
  },
  updateRiskThresholds: () => {
    const body = { attentionNeededFrom: 10, atRiskFrom: 50 };
    return onPart(`riskApi.updateRiskGlobalThresholds(${json(body)})`, 'PUT', '/risks/config', body);
  },
  createUser: (at: Ground) => {
    const name = at.named('made');
    return onPart(`userApi.createUser('${name}', { fullName: 'M' })`, 'POST', `/users/${name}`, { fullName: 'M' });
  },
  updateUser: (at: Ground) => {
    const name = at.named('changed');
    return onPart(`userApi.updateUser('${name}', { fullName: 'N' })`, 'PUT', `/users/${name}`, { fullName: 'N' });
  },
  updateUsers: (at: Ground) => {
    const body = [{ username: at.named('changed'), fullName: 'O' }];
    return onPart(`userApi.updateUsers(${json(body)})`, 'PUT', '/users', body);
  },
  deleteUser: (at: Ground) =>
    onPart(`userApi.deleteUser('${at.named('gone')}')`, 'DELETE', `/users/${at.named('gone')}`),
  createRole: (at: Ground) => {
    const name = at.named('made');
    return onPart(`rolesApi.create('${name}', {})`, 'POST', `/roles/${name}`, {});
  },
  createRoles: (at: Ground) => {
    const body = [{ name: `second-${at.named('made')}` }];
    return onPart(`rolesApi.createRoles(${json(body)})`, 'POST', '/roles', body);
  },
  updateRole: (at: Ground) => {
    const body = { name: at.named('changed'), permissions: ['login'] };
    return onPart(`rolesApi.update(${json(body)})`, 'PUT', `/roles/${body.name}`, body);
  },
  updateRoles: (at: Ground) => {
    const body = [{ name: at.named('changed'), permissions: [] }];
    return onPart(`rolesApi.updateRoles(${json(body)})`, 'PUT', '/roles', body);
  },
  renameRole: (at: Ground) => {
    const name = at.named('renamed');
    return onPart(`rolesApi.rename('${name}', 'Now ${name}')`, 'POST', `/roles/${name}/rename?newName=Now%20${name}`);
  },
  deleteRole: (at: Ground) => onPart(`rolesApi.delete('${at.named('gone')}')`, 'DELETE', `/roles/${at.named('gone')}`),
} satisfies { readonly [D in Does]?: (at: Ground) => Twin };
