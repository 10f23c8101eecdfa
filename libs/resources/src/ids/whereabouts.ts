import { neededToRead, type Permission, type PublicKind, rootFolderId, type Subject } from '@slipway/domain';
import { type Place, systemCaller } from '@slipway/engine';
import type { Database, LocatableKind, Standing } from '@slipway/persistence';
import { attachmentNamed } from '../attachments/attachments.ts';
import { configurationNamed } from '../configurations/find.ts';
import { folderNamed } from '../folders/find.ts';
import { placeOf, subjectOf } from '../model/hold.ts';
import { partLocated, releaseLocated } from '../plans/find.ts';
import { placeOfTrigger, triggerNamed } from '../triggers/triggers.ts';

/** The location that permissions on an object depend on. */
export interface Whereabouts {
  readonly place: Place;
  /** The permission to view it; null: every user may. */
  readonly view: Permission | null;
  /** the root, what is global, and templates and releases at the top */
  readonly atTop: boolean;
  /** of a release or template, and of parts of one */
  readonly subject: Subject | null;
}

const kinds = ['Release', 'Folder', 'Trigger', 'Configuration', 'Attachment'] as const;
const kindsOfParts = [
  'Phase',
  'Task',
  'Variable',
  'GateCondition',
  'Dependency',
] as const satisfies readonly LocatableKind[];

/** The kinds of ids that name things with a place. */
type PlacedKind = (typeof kinds)[number] | (typeof kindsOfParts)[number];

export const isPlaced = (kind: PublicKind): kind is PlacedKind =>
  [...kinds, ...kindsOfParts].some((each) => each === kind);

/** An object in a folder, at the root, or global: there every user may view it. */
const inFolder = (folderId: string, view: Permission): Whereabouts => {
  const atTop = folderId === rootFolderId;
  return { place: { folderId }, view: atTop ? null : view, atTop, subject: null };
};

/**
 * The location of the object with an id, read by statements: for calls that are refused for another reason first.
 * Throws NotFound.
 */
export async function whereIs(database: Database, kind: PlacedKind, written: string): Promise<Whereabouts> {
  switch (kind) {
    case 'Folder':
      return inFolder((await folderNamed(database, written)).id, neededToRead.folder);
    case 'Configuration':
      return inFolder(
        (await configurationNamed(database, written)).folderId ?? rootFolderId,
        neededToRead.configuration,
      );
    case 'Trigger': {
      const place = placeOfTrigger(await triggerNamed(database, written));
      return { place, view: neededToRead.trigger, atTop: false, subject: null };
    }
    case 'Release':
      return standingAt((await releaseLocated(database, systemCaller, written)).standing);
    case 'Attachment':
      return standingAt((await attachmentNamed(database, systemCaller, written)).standing);
    case 'Phase':
    case 'Task':
    case 'Variable':
    case 'GateCondition':
    case 'Dependency':
      return standingAt((await partLocated(database, systemCaller, kind, written)).standing);
  }
}

function standingAt(standing: Standing): Whereabouts {
  const view = standing.status === 'TEMPLATE' ? neededToRead.template : neededToRead.release;
  return { place: placeOf(standing), view, atTop: standing.folderId === rootFolderId, subject: subjectOf(standing) };
}
