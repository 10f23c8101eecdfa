import type { Caller } from '../decision/inputs.ts';
import { rootFolderId } from '../ids/ids.ts';
import { mergeChanges } from '../model/passive.ts';
import type { Permission } from '../model/permissions.ts';
import type { Release } from '../model/release.ts';
import { isSameUser } from './access-attributes.ts';
import { neededInFolder } from './needed-permissions.ts';
import { refusal } from './refusal.ts';

type Refusal = ReturnType<typeof refusal>;

const folderRefusal = (caller: Caller, folderId: string, permission: Permission): Refusal | null =>
  caller.may(permission)
    ? null
    : refusal({ permission, what: 'folder', id: folderId, mayView: caller.may('folder#view') });

const templateAccessRefusal = (
  caller: Caller,
  id: string,
  ...anyOf: readonly [Permission, ...Permission[]]
): Refusal | null =>
  anyOf.some((permission) => caller.may(permission))
    ? null
    : refusal({ permission: anyOf[0], what: 'template', id, mayView: caller.may('template#view') });

function throwIfRefused(refused: Refusal | null): void {
  if (refused !== null) throw refused;
}

/**
 * Checks the creation of a template in a folder: a global permission at the top, else the permission to edit templates
 * there (permissions.md, section 2). Throws Forbidden, NotVisible.
 */
export const requireNewTemplate = (caller: Caller, folderId: string): void =>
  throwIfRefused(folderRefusal(caller, folderId, neededInFolder('createTemplate', folderId)));

/**
 * Checks the copy of a template: the permission to view it, and to create one in the same folder. Throws Forbidden,
 * Unseen.
 */
export function requireCopy(caller: Caller, { id, folderId }: Release): void {
  throwIfRefused(templateAccessRefusal(caller, id, 'template#view'));
  requireNewTemplate(caller, folderId);
}

/** Whether a copy of a template includes passwords (permissions.md, section 2). */
export const mayCopyPasswords = (caller: Caller): boolean => caller.may('template#edit');

/** Who makes a release, and where it comes to lie. */
export interface ReleaseCreation {
  /** at the template */
  readonly caller: Caller;
  /** at the folder of the release */
  readonly callerAtTarget: Caller;
  readonly folderId: string;
  /** It starts, now or automatically later. */
  readonly starts: boolean;
  readonly owner: string | null;
}

/** A template and its folder. */
type TemplateLocation = Pick<Release, 'id' | 'folderId'>;

/**
 * Why the caller cannot create a release from a template, or null (permissions.md, section 2). It requires the permission
 * to create releases from it, or from any template. Another folder requires the permission to move it there, to view
 * the folder, and to create releases there. A start requires the permission to start releases there.
 */
export function newReleaseRefusal(template: TemplateLocation, creation: ReleaseCreation): Refusal | null {
  const { caller, callerAtTarget, folderId, starts, owner } = creation;
  const refused =
    folderId === template.folderId ? refusalInSameFolder(template, caller) : refusalInOtherFolder(template, creation);
  // at the top the owner of a new release is its first Release Admin
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

/** Checks the creation of a release. Throws Forbidden, NotVisible. */
export const requireNewRelease = (template: TemplateLocation, creation: ReleaseCreation): void =>
  throwIfRefused(newReleaseRefusal(template, creation));

/**
 * A new release in another folder than its template loses the run-as user of the template. Other users can edit its
 * scripts there and would act as that user. The run-as user stays if the creator may edit the template, or is that
 * user (permissions.md, Pitfalls 8).
 */
export function withoutRunAsInOtherFolder(release: Release, template: Release, caller: Caller): Release {
  const { scriptUsername, folderId } = template;
  if (scriptUsername === null || release.folderId === folderId) return release;
  if (caller.may('template#edit') || isSameUser(scriptUsername, caller.username)) return release;
  const passive = mergeChanges(release.passive, { scriptUserPassword: null });
  return { ...release, scriptUsername: null, scriptUserSetBy: null, passive };
}
