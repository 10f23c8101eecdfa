import { clip, neededToChange, neededToRead, refusal, rootFolderId } from '@slipway/domain';
import type { Person, Place } from '@slipway/engine';
import type { Database, TriggerRow } from '@slipway/persistence';
import { placeOf } from '../model/hold.ts';
import { requireRight } from '../model/right.ts';
import { releaseLocated } from '../plans/find.ts';
import { placeOfTrigger } from './triggers.ts';

/** What it takes to change triggers, and to see them. */
export const toChange = (caller: Person) => ({ caller, anyOf: [neededToChange.trigger] }) as const;

/**
 * Holds whoever has a trigger make releases against the right to do so by hand: it fires for years, whoever has saved it
 * (people.md, section 2). Throws Forbidden, NotFound.
 */
export async function requireTemplateOf(database: Database, caller: Person, templateId: string | null): Promise<void> {
  if (templateId === null || caller.holds(neededToChange.releaseOfAny)) return;
  const { standing } = await releaseLocated(database, caller, templateId, { what: 'template' });
  const there = await caller.at(placeOf(standing));
  const permission = neededToChange.newRelease;
  if (!there.may(permission)) throw refusal({ permission, what: 'template', id: templateId, mayView: true });
}

/** Holds whoever makes a trigger in a folder; at the top that takes the right to make templates there. Throws Forbidden, NotFound. */
export async function requireNewTrigger(caller: Person, folderId: string, written: string): Promise<void> {
  const atTop = folderId === rootFolderId;
  const anyOf = [atTop ? neededToChange.newTemplate : neededToChange.trigger] as const;
  const view = atTop ? null : neededToRead.folder;
  await requireRight({ caller, anyOf }, { what: 'folder', written: clip(written), place: { folderId }, view });
}

/** Those of these triggers that somebody may change, and where they are to be enabled may make releases by. */
export async function changeable(
  caller: Person,
  rows: readonly TriggerRow[],
  enabled: boolean,
): Promise<readonly TriggerRow[]> {
  const there = await caller.atAll(rows.map(placeOfTrigger));
  const atTemplates = await caller.atAll(rows.map(placeOfTemplate));
  return rows.filter(({ trigger }, index) => {
    const makes =
      trigger.templateId === null ||
      [neededToChange.newRelease, neededToChange.releaseOfAny].some((each) => atTemplates[index]?.may(each));
    return there[index]?.may(neededToChange.trigger) && (!enabled || makes);
  });
}

/** Those of these triggers that somebody may see. */
export async function seenTriggers(caller: Person, rows: readonly TriggerRow[]): Promise<readonly TriggerRow[]> {
  const there = await caller.atAll(rows.map(placeOfTrigger));
  return rows.filter((_, index) => there[index]?.may(neededToRead.trigger));
}

const placeOfTemplate = ({ trigger, templatePath }: TriggerRow): Place => ({
  folderId: templatePath?.at(-1) ?? rootFolderId,
  releaseId: trigger.templateId,
});
