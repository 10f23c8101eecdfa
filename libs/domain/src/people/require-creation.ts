import type { Caller } from '../decision/inputs.ts';
import { rootFolderId } from '../ids/ids.ts';
import { changed } from '../model/passive.ts';
import type { Permission } from '../model/permissions.ts';
import type { Release } from '../model/release.ts';
import { refusal } from './refusal.ts';
import { isSameUser } from './standing.ts';

type Refusal = ReturnType<typeof refusal>;

const inFolder = (caller: Caller, folderId: string, permission: Permission): Refusal | null =>
  caller.may(permission)
    ? null
    : refusal({ permission, what: 'folder', id: folderId, mayView: caller.may('folder#view') });

const ofTemplate = (caller: Caller, id: string, ...anyOf: readonly [Permission, ...Permission[]]): Refusal | null =>
  anyOf.some((permission) => caller.may(permission))
    ? null
    : refusal({ permission: anyOf[0], what: 'template', id, mayView: caller.may('template#view') });

function requireNone(refused: Refusal | null): void {
  if (refused !== null) throw refused;
}

/**
 * Holds whoever makes a template in a folder against what it takes: at the top a global permission, else that to edit the
 * templates there (people.md, section 2). Throws Forbidden, Unseen.
 */
export const requireNewTemplate = (caller: Caller, folderId: string): void =>
  requireNone(inFolder(caller, folderId, folderId === rootFolderId ? 'template#create' : 'template#edit'));

/** Holds whoever copies a template against what that takes: to see it, and to make one where it is. Throws Forbidden, Unseen. */
export function requireCopy(caller: Caller, { id, folderId }: Release): void {
  requireNone(ofTemplate(caller, id, 'template#view'));
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
  readonly owner: string | null;
}

/** A template, and where it lies. */
type Lying = Pick<Release, 'id' | 'folderId'>;

/**
 * Why somebody may not make a release from a template, or null where they may (people.md, section 2): it takes the right to
 * create releases from it, or from any. Into another folder it takes the right to take it there and see it, and that to
 * create releases there; to start it that to start releases there.
 */
export function whyNoNewRelease(template: Lying, creation: Creation): Refusal | null {
  const { caller, there, folderId, starts, owner } = creation;
  const made = folderId === template.folderId ? madeAtHome(template, caller) : madeElsewhere(template, creation);
  // at the top the owner of a new release is its first Release Admin
  const isOwnAtTop = folderId === rootFolderId && isSameUser(owner, caller.username);
  return made ?? (starts && !isOwnAtTop ? inFolder(there, folderId, 'release#start') : null);
}

const madeAtHome = ({ id }: Lying, caller: Caller): Refusal | null =>
  ofTemplate(caller, id, 'template#create_release', 'release#create');

function madeElsewhere({ id }: Lying, { caller, there, folderId }: Creation): Refusal | null {
  const taken = caller.may('release#create')
    ? null
    : (ofTemplate(caller, id, 'template#view') ?? ofTemplate(caller, id, 'template#create_release_other_folder'));
  return taken ?? inFolder(there, folderId, folderId === rootFolderId ? 'release#create' : 'template#create_release');
}

/** Holds whoever makes a release against what that takes. Throws Forbidden, Unseen. */
export const requireNewRelease = (template: Lying, creation: Creation): void =>
  requireNone(whyNoNewRelease(template, creation));

/**
 * A release made from a template, without the user as whom the template runs its scripts where its creator has taken it into
 * another folder: there others may edit them, who would act as that user. Who may edit the template could have done so
 * already, and users may act as themselves (people.md, Pitfalls 8).
 */
export function withoutUserElsewhere(release: Release, template: Release, caller: Caller): Release {
  const { scriptUsername, folderId } = template;
  if (scriptUsername === null || release.folderId === folderId) return release;
  if (caller.may('template#edit') || isSameUser(scriptUsername, caller.username)) return release;
  const passive = changed(release.passive, { scriptUserPassword: null });
  return { ...release, scriptUsername: null, scriptUserSetBy: null, passive };
}
