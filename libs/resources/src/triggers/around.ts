import { neededToRead } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type TriggerRow, titlesAround } from '@slipway/persistence';
import type { TriggerPageAnswer } from '@slipway/wire';
import type { ReadContext } from '../model/context.ts';
import { showFor } from '../model/show-for.ts';
import { changeable } from './rights.ts';

/** The context of triggers, for a caller who can view them. */
export async function aroundTriggers(
  context: ReadContext,
  rows: readonly TriggerRow[],
  caller: Person,
): Promise<NonNullable<TriggerPageAnswer['$metadata']>> {
  const { database } = context;
  const folders = new Map(rows.map(({ trigger, folderPath }) => [trigger.folderId, folderPath.join('/')]));
  const templates = rows.flatMap(({ trigger }) => trigger.templateId ?? []);
  const [titles, there, { elsewhere }, { rows: own }] = await Promise.all([
    titlesAround(database, [...folders.keys()], templates),
    caller.atAll(Array.from(folders.keys(), (folderId) => ({ folderId }))),
    showFor(context, templates, caller),
    changeable(database, caller, rows, false),
  ]);
  const seen = [...folders].filter((_, index) => there[index]?.may(neededToRead.folder));
  const named = [...seen, ...elsewhere].flatMap(([id, full]): [string, string][] => {
    const title = titles.get(id);
    return title === undefined ? [] : [[full, title]];
  });
  return {
    titles: Object.fromEntries(named),
    changeable: own.map(({ trigger, folderPath }) => [...folderPath, trigger.id].join('/')),
  };
}
