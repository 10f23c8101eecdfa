import type { TriggerPageResponse } from '@slipway/api-schema/triggers';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { readTitles, type TriggerRow } from '@slipway/persistence/triggers';
import type { ReadContext } from '../model/context.ts';
import { renderContextFor } from '../model/render-context.ts';
import { changeable } from './permissions.ts';

/** The context of triggers, for a caller who can view them. */
export async function renderTriggerContext(
  context: ReadContext,
  rows: readonly TriggerRow[],
  caller: Person,
): Promise<NonNullable<TriggerPageResponse['$metadata']>> {
  const { database } = context;
  const folders = new Map(rows.map(({ trigger, folderPath }) => [trigger.folderId, folderPath.join('/')]));
  const templates = rows.flatMap(({ trigger }) => trigger.templateId ?? []);
  const [titles, callers, { elsewhere }, { rows: changeableRows }] = await Promise.all([
    readTitles(database, [...folders.keys()], templates),
    caller.callersAt(Array.from(folders.keys(), (folderId) => ({ folderId }))),
    renderContextFor(context, templates, caller),
    changeable(database, caller, rows, false),
  ]);
  const visible = [...folders].filter((_, index) => callers[index]?.may(neededToRead.folder));
  const titleEntries = [...visible, ...elsewhere].flatMap(([id, fullId]): [string, string][] => {
    const title = titles.get(id);
    return title === undefined ? [] : [[fullId, title]];
  });
  return {
    titles: Object.fromEntries(titleEntries),
    changeable: changeableRows.map(({ trigger, folderPath }) => [...folderPath, trigger.id].join('/')),
  };
}
