import { type PublicKind, rootFolderId } from '@slipway/domain/ids';
import type { Permission } from '@slipway/domain/model';
import { neededToRead, type Subject } from '@slipway/domain/people';
import { type PermissionScope, systemCaller } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import type { AccessAttributes } from '@slipway/persistence/people';
import type { LocatableKind } from '@slipway/persistence/plans';
import { getAttachment } from '../attachments/attachments.ts';
import { getConfiguration } from '../configurations/find.ts';
import { getFolder } from '../folders/find.ts';
import { accessSubject, permissionScope } from '../model/require-permission.ts';
import { getPartLocation, getReleaseLocation } from '../plans/find.ts';
import { getTrigger, triggerScope } from '../triggers/triggers.ts';

/** The location that permissions on an object depend on. */
export interface Location {
  readonly scope: PermissionScope;
  /** The permission to view it; null: every user may. */
  readonly view: Permission | null;
  /** true for the root, global objects, and top-level templates and releases */
  readonly atTop: boolean;
  /** the permission attributes of a release or template and its parts; null for other objects */
  readonly subject: Subject | null;
}

const kinds = ['Release', 'Folder', 'Trigger', 'Configuration', 'Attachment'] as const;
const partKinds = [
  'Phase',
  'Task',
  'Variable',
  'GateCondition',
  'Dependency',
] as const satisfies readonly LocatableKind[];

/** The kinds of objects that have a location. */
type LocatableObjectKind = (typeof kinds)[number] | (typeof partKinds)[number];

export const isLocatable = (kind: PublicKind): kind is LocatableObjectKind =>
  [...kinds, ...partKinds].some((candidate) => candidate === kind);

/** Returns the location of an object in a folder. Every user may view objects in the root, and global objects. */
const inFolder = (folderId: string, view: Permission): Location => {
  const atTop = folderId === rootFolderId;
  return { scope: { folderId }, view: atTop ? null : view, atTop, subject: null };
};

/**
 * Returns the location of the object with an id. Runs statements, so callers use it only after another refusal. Throws
 * NotFound.
 */
export async function locateObject(database: Database, kind: LocatableObjectKind, rawId: string): Promise<Location> {
  switch (kind) {
    case 'Folder':
      return inFolder((await getFolder(database, rawId)).id, neededToRead.folder);
    case 'Configuration':
      return inFolder((await getConfiguration(database, rawId)).folderId ?? rootFolderId, neededToRead.configuration);
    case 'Trigger': {
      const scope = triggerScope(await getTrigger(database, rawId));
      return { scope, view: neededToRead.trigger, atTop: false, subject: null };
    }
    case 'Release':
      return locationOf((await getReleaseLocation(database, systemCaller, rawId)).access);
    case 'Attachment':
      return locationOf((await getAttachment(database, systemCaller, rawId)).access);
    case 'Phase':
    case 'Task':
    case 'Variable':
    case 'GateCondition':
    case 'Dependency':
      return locationOf((await getPartLocation(database, systemCaller, kind, rawId)).access);
  }
}

function locationOf(attributes: AccessAttributes): Location {
  const view = attributes.status === 'TEMPLATE' ? neededToRead.template : neededToRead.release;
  return {
    scope: permissionScope(attributes),
    view,
    atTop: attributes.folderId === rootFolderId,
    subject: accessSubject(attributes),
  };
}
