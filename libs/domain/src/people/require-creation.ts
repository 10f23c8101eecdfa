import type { Caller } from '../decision/inputs.ts';
import { rootFolderId } from '../ids/ids.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import { mergeChanges } from '../model/passive.ts';
import type { Release } from '../model/release.ts';
import { isSameUser } from './access-attributes.ts';
import { neededInFolder } from './needed-permissions.ts';
import { refusal } from './refusal.ts';

type Refusal = ReturnType<typeof refusal>;

const folderRefusal = (caller: Caller, folderId: string, permission: Permission): Refusal | null =>
  caller.may(permission)
    ? null
    : refusal({ permission, kind: 'folder', id: folderId, mayView: caller.may('folder#view') });

const templateAccessRefusal = (
  caller: Caller,
  id: string,
  ...anyOf: readonly [Permission, ...Permission[]]
): Refusal | null =>
  anyOf.some((permission) => caller.may(permission))
    ? null
    : refusal({ permission: anyOf[0], kind: 'template', id, mayView: caller.may('template#view') });

function throwIfRefused(refused: Refusal | null): void {
  if (refused !== null) throw refused;
}

/**
 * Requires the permission to create a template: a global permission at the top level, otherwise the permission to edit
 * templates in the folder (permissions.md, section 2). Throws Forbidden, NotVisible.
 */
export const requireNewTemplate = (caller: Caller, folderId: string): void =>
  throwIfRefused(folderRefusal(caller, folderId, neededInFolder('createTemplate', folderId)));

/**
 * Requires the permissions to copy a template: to view it, and to create a template in the same folder. Throws
 * Forbidden, NotVisible.
 */
export function requireCopy(caller: Caller, { id, folderId }: Release): void {
  throwIfRefused(templateAccessRefusal(caller, id, 'template#view'));
  requireNewTemplate(caller, folderId);
}

/** Whether a copy of a template may contain its passwords (permissions.md, section 2). */
export const mayCopyPasswords = (caller: Caller): boolean => caller.may('template#edit');

/** The caller and the location of a new release. */
export interface ReleaseCreation {
  /** the caller with their permissions on the template */
  readonly caller: Caller;
  /** the caller with their permissions in the folder of the release */
  readonly callerAtTarget: Caller;
  readonly folderId: string;
  /** whether the release starts, now or automatically later */
  readonly starts: boolean;
  readonly owner: string | null;
}

/** The id and the folder of a template. */
type TemplateLocation = Pick<Release, 'id' | 'folderId'>;

/**
 * Returns the refusal to create a release from a template, or null (permissions.md, section 2). The caller needs the
 * permission to create releases from this template, or from any template. Another folder also requires the permissions
 * to create releases in other folders, to view the folder, and to create releases there. A start requires the
 * permission to start releases there.
 */
export function newReleaseRefusal(template: TemplateLocation, creation: ReleaseCreation): Refusal | null {
  const { caller, callerAtTarget, folderId, starts, owner } = creation;
  const refused =
    folderId === template.folderId ? refusalInSameFolder(template, caller) : refusalInOtherFolder(template, creation);
  // at the top level, the owner of a new release becomes a member of its Release Admin team
  const isOwnAtTop = folderId === rootFolderId && isSameUser(owner, caller.username);
  return refused ?? (starts && !isOwnAtTop ? folderRefusal(callerAtTarget, folderId, 'release#start') : null);
}

const refusalInSameFolder = ({ id }: TemplateLocation, caller: Caller): Refusal | null =>
  templateAccessRefusal(caller, id, 'template#create_release', 'release#create');

function refusalInOtherFolder(
  { id }: TemplateLocation,
  { caller, callerAtTarget, folderId }: ReleaseCreation,
): Refusal | null {
  const templateRefusal = caller.may('release#create')
    ? null
    : (templateAccessRefusal(caller, id, 'template#view') ??
      templateAccessRefusal(caller, id, 'template#create_release_other_folder'));
  return (
    templateRefusal ??
    folderRefusal(callerAtTarget, folderId, folderId === rootFolderId ? 'release#create' : 'template#create_release')
  );
}

/** Requires the permissions to create a release. Throws Forbidden, NotVisible. */
export const requireNewRelease = (template: TemplateLocation, creation: ReleaseCreation): void =>
  throwIfRefused(newReleaseRefusal(template, creation));

/**
 * Removes the run-as user of a new release in another folder than its template. Other users can edit its scripts there,
 * and would run them as that user. The run-as user remains if the creator may edit the template, or is that user
 * (permissions.md, Pitfalls 8).
 */
export function withoutRunAsInOtherFolder(release: Release, template: Release, caller: Caller): Release {
  const { scriptUsername, folderId } = template;
  if (scriptUsername === null || release.folderId === folderId) return release;
  if (caller.may('template#edit') || isSameUser(scriptUsername, caller.username)) return release;
  const passive = mergeChanges(release.passive, { scriptUserPassword: null });
  return { ...release, scriptUsername: null, scriptUserSetBy: null, passive };
}
