import type { Caller } from '../decision/inputs.ts';
import { rootFolderId } from '../ids/ids.ts';
import type { Permission } from '../model/permissions.ts';
import type { Release } from '../model/release.ts';
import { refusal } from './refusal.ts';
import { isSameUser } from './standing.ts';

/** Throws Forbidden, or Unseen of a folder, where somebody may not do that there. */
function requireInFolder(caller: Caller, folderId: string, permission: Permission): void {
  if (caller.may(permission)) return;
  throw refusal({ permission, what: 'folder', id: folderId, mayView: caller.may('folder#view') });
}

/** Throws Forbidden, or Unseen of a template, where somebody may do none of these with it. */
function requireOfTemplate(caller: Caller, id: string, ...anyOf: readonly [Permission, ...Permission[]]): void {
  if (anyOf.some((permission) => caller.may(permission))) return;
  throw refusal({ permission: anyOf[0], what: 'template', id, mayView: caller.may('template#view') });
}

/**
 * Holds whoever makes a template in a folder against what it takes: at the top a global permission, else that to edit the
 * templates there (people.md, section 2). Throws Forbidden, Unseen.
 */
export const requireNewTemplate = (caller: Caller, folderId: string): void =>
  requireInFolder(caller, folderId, folderId === rootFolderId ? 'template#create' : 'template#edit');

/** Holds whoever copies a template against what that takes: to see it, and to make one where it is. Throws Forbidden, Unseen. */
export function requireCopy(caller: Caller, { id, folderId }: Release): void {
  requireOfTemplate(caller, id, 'template#view');
  requireNewTemplate(caller, folderId);
}

/** Whether passwords come along with a copy of a template (people.md, section 2). */
export const takesPasswords = (caller: Caller): boolean => caller.may('template#edit');

/** Who makes a release, and where it comes to lie. */
export interface Creation {
  /** at the template */
  readonly caller: Caller;
  /** at the folder of the release */
  readonly there: Caller;
  readonly folderId: string;
  /** it starts, now or by itself */
  readonly starts: boolean;
  readonly owner: string;
}

/**
 * Holds whoever makes a release from a template against what that takes (people.md, section 2): the right to create
 * releases from it, or from any. Into another folder they need the right to take it there and see it, and that to create
 * releases there; to start it that to start releases there. Throws Forbidden, Unseen.
 */
export function requireNewRelease(template: Release, { caller, there, folderId, starts, owner }: Creation): void {
  if (folderId === template.folderId) {
    requireOfTemplate(caller, template.id, 'template#create_release', 'release#create');
  } else {
    if (!caller.may('release#create')) {
      requireOfTemplate(caller, template.id, 'template#view');
      requireOfTemplate(caller, template.id, 'template#create_release_other_folder');
    }
    requireInFolder(there, folderId, folderId === rootFolderId ? 'release#create' : 'template#create_release');
  }
  // at the top the owner of a new release is its first Release Admin
  const isOwnAtTop = folderId === rootFolderId && isSameUser(owner, caller.username);
  if (starts && !isOwnAtTop) requireInFolder(there, folderId, 'release#start');
}
