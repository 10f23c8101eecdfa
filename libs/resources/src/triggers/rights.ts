import {
  type Caller,
  choosesPlace,
  clip,
  Forbidden,
  type Mapping,
  mappingsOf,
  missingPermission,
  NotFound,
  neededToChange,
  neededToRead,
  requireNewRelease,
  rootFolderId,
  type Trigger,
} from '@slipway/domain';
import type { Person, Place } from '@slipway/engine';
import type { Database, TriggerRow } from '@slipway/persistence';
import { folderNamed } from '../folders/find.ts';
import { placeOf } from '../model/hold.ts';
import { requireRight } from '../model/right.ts';
import { releaseLocated } from '../plans/find.ts';
import { naming, placeOfTrigger } from './triggers.ts';

/** What it takes to change triggers, and to see them. */
export const toChange = (caller: Person) => ({ caller, anyOf: [neededToChange.trigger] }) as const;

/** The members that determine where a trigger creates releases. */
type Reach = Pick<Trigger, 'templateId' | 'releaseFolder'> & { readonly mappings: readonly Mapping[] };

export const reachOf = (trigger: Trigger): Reach => ({ ...trigger, mappings: mappingsOf(trigger) });

/**
 * Checks the permission to create the releases of a trigger manually, because it fires with the permissions of its
 * author (permissions.md, section 2). If events choose the template or the folder, this is the permission for releases of
 * any template. Throws Forbidden, NotFound.
 */
export async function requireReach(database: Database, caller: Person, reach: Reach): Promise<void> {
  const { templateId, releaseFolder } = reach;
  const ofAny = caller.holds(neededToChange.releaseOfAny);
  if (choosesPlace(reach)) {
    if (!ofAny) throw missingPermission(neededToChange.releaseOfAny, rootFolderId);
    return;
  }
  const elsewhere = releaseFolder ? await targetFolder(database, caller, releaseFolder) : null;
  if (templateId === null || (ofAny && elsewhere === null)) return;
  const { standing } = await releaseLocated(database, caller, templateId, { ...naming, what: 'template' });
  const folderId = elsewhere ?? standing.folderId;
  const [atTemplate, there] = [await caller.at(placeOf(standing)), await caller.at({ folderId })];
  const creation = { caller: atTemplate, there, folderId, starts: false, owner: null };
  requireNewRelease({ id: templateId, folderId: standing.folderId }, creation);
}

/** The folder into which releases go, which its caller sees or may make releases in. Throws NotFound. */
async function targetFolder(database: Database, caller: Person, written: string): Promise<string> {
  const anyOf = [neededToRead.folder, neededToChange.newRelease] as const;
  return (await folderNamed(database, written, { caller, anyOf })).id;
}

/**
 * Checks the creation of a trigger in a folder; at the top it requires the permission to create templates there.
 * Throws Forbidden, NotFound.
 */
export async function requireNewTrigger(caller: Person, folderId: string, written: string): Promise<void> {
  const atTop = folderId === rootFolderId;
  const anyOf = [atTop ? neededToChange.newTemplate : neededToChange.trigger] as const;
  const view = atTop ? null : neededToRead.folder;
  await requireRight({ caller, anyOf }, { what: 'folder', written: clip(written), place: { folderId }, view });
}

/**
 * Checks that the creator of a top-level trigger can view it: without a template it has no teams, and only a user who
 * can view everything gets the response. Throws Forbidden.
 */
export async function requireSeenAtTop(caller: Person, template: Place | null): Promise<void> {
  const place = template ?? { folderId: rootFolderId };
  const asking = { caller, anyOf: [neededToRead.trigger] } as const;
  await requireRight(asking, { what: 'folder', written: rootFolderId, place, view: null });
}

/** Triggers that a caller may change, and those of them by which the caller may not create releases. */
export interface Changeable {
  readonly rows: readonly TriggerRow[];
  readonly withoutReach: readonly TriggerRow[];
}

/** The triggers that a caller may change. To enable them takes the right to create their releases. */
export async function changeable(
  database: Database,
  caller: Person,
  rows: readonly TriggerRow[],
  enabled: boolean,
): Promise<Changeable> {
  const there = await caller.atAll(rows.map(placeOfTrigger));
  const theirs = rows.filter((_, index) => there[index]?.may(neededToChange.trigger));
  if (!enabled) return { rows: theirs, withoutReach: [] };
  const atTemplates = await caller.atAll(theirs.map(placeOfTemplate));
  const makes: TriggerRow[] = [];
  const withoutReach: TriggerRow[] = [];
  for (const [index, row] of theirs.entries()) {
    const atTemplate = atTemplates[index];
    const mayEnable = atTemplate !== undefined && (await mayMake(database, caller, row, atTemplate));
    (mayEnable ? makes : withoutReach).push(row);
  }
  return { rows: makes, withoutReach };
}

/** Whether the caller may create the releases of a trigger. Reads the database only for releases in a target folder. */
async function mayMake(database: Database, caller: Person, { trigger }: TriggerRow, there: Caller): Promise<boolean> {
  const reach = reachOf(trigger);
  if (choosesPlace(reach)) return caller.holds(neededToChange.releaseOfAny);
  if (!trigger.releaseFolder) {
    const isFree = trigger.templateId === null;
    return isFree || [neededToChange.newRelease, neededToChange.releaseOfAny].some((each) => there.may(each));
  }
  try {
    await requireReach(database, caller, reach);
    return true;
  } catch (error) {
    if (error instanceof Forbidden || error instanceof NotFound) return false;
    throw error;
  }
}

/** The visible triggers among these. */
export async function seenTriggers(caller: Person, rows: readonly TriggerRow[]): Promise<readonly TriggerRow[]> {
  const there = await caller.atAll(rows.map(placeOfTrigger));
  return rows.filter((_, index) => there[index]?.may(neededToRead.trigger));
}

const placeOfTemplate = ({ trigger, templatePath }: TriggerRow): Place => ({
  folderId: templatePath?.at(-1) ?? rootFolderId,
  releaseId: trigger.templateId,
});
