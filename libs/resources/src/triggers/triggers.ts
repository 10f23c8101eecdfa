import {
  clip,
  fixedTemplate,
  Invalid,
  idCandidates,
  neededToChange,
  neededToCreate,
  neededToRead,
  rootFolderId,
  type TriggerPatch,
} from '@slipway/domain';
import type { Person, Place } from '@slipway/engine';
import { type Database, findTrigger, readTriggers, type TriggerRow } from '@slipway/persistence';
import { showTrigger, type TriggerAnswer, type TriggerBody, triggerPatch } from '@slipway/wire';
import { configurationFor } from '../configurations/find.ts';
import { folderNamed } from '../folders/find.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { nothingNamed } from '../model/find.ts';
import { type Asking, requireRight } from '../model/right.ts';
import { showFor } from '../model/show-for.ts';
import { templateNamed } from '../plans/find.ts';
import { requireScript } from '../scripts/require-script.ts';
import { healthOf } from './faults.ts';

/** A caller who names a template may view it, or create releases from it; the exact permission is checked later. */
export const naming = {
  needed: { ...neededToCreate, onTemplate: [neededToRead.template, ...neededToCreate.onTemplate] },
  phases: false,
} as const;

/** Where a trigger's rights come from: its folder's teams; at the top those of its template (permissions.md, Finding a permission). */
export const placeOfTrigger = ({ trigger, templatePath }: TriggerRow): Place =>
  trigger.folderId === rootFolderId && templatePath !== null
    ? { folderId: templatePath.at(-1) ?? rootFolderId, releaseId: trigger.templateId }
    : { folderId: trigger.folderId };

/** The trigger with an id in any form, after the check of the permission, if any. Throws NotFound, Forbidden. */
export async function triggerNamed(database: Database, written: string, asking?: Asking): Promise<TriggerRow> {
  const row = await findTrigger(database, idCandidates('Trigger', written));
  if (row === null) throw nothingNamed('trigger', written);
  const place = placeOfTrigger(row);
  if (asking !== undefined) await requireRight(asking, { what: 'trigger', written, place, view: neededToRead.trigger });
  return row;
}

/** Renders triggers, with what prevents their releases or has no effect: three statements, and what authors may do. */
export async function renderTriggers(
  context: ResourceContext,
  rows: readonly TriggerRow[],
  caller: Person,
): Promise<readonly TriggerAnswer[]> {
  const show = await showFor(
    context,
    rows.flatMap(({ trigger }) => trigger.templateId ?? []),
    caller,
  );
  const health = await healthOf(context, rows);
  return rows.map((row) => showTrigger({ ...row, ...health.get(row.trigger.id) }, show));
}

/** Renders the current state of one trigger for a caller who may view it. Throws NotFound. */
export async function renderTrigger(context: ResourceContext, id: string, caller: Person): Promise<TriggerAnswer> {
  const asking = { caller, anyOf: [neededToRead.trigger] } as const;
  return await renderRow(context, await triggerNamed(context.database, id, asking), caller);
}

/** The same for the user who has just created or changed it, who may lack the permission to view others. */
export const renderChanged = async (context: ResourceContext, id: string, caller: Person): Promise<TriggerAnswer> =>
  await renderRow(context, await triggerNamed(context.database, id), caller);

async function renderRow(context: ResourceContext, row: TriggerRow, caller: Person): Promise<TriggerAnswer> {
  const [shown] = await renderTriggers(context, [row], caller);
  if (shown === undefined) throw new Error('a trigger was not rendered');
  return shown;
}

export async function fullTriggerIds(context: ResourceContext, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await readTriggers(context.database, ids);
  return rows.map(({ trigger, folderPath }) => [...folderPath, trigger.id].join('/')).toSorted();
}

/**
 * The changes of a trigger in a request, with resolved ids. Without a folder, a new one belongs to the folder of its
 * template. Throws Invalid, NotFound for an unknown template or folder.
 */
export async function triggerPatchOf(
  context: ResourceContext,
  caller: Person,
  body: TriggerBody,
): Promise<TriggerPatch> {
  const sent = triggerPatch(body, context.typePrefix);
  const { eventFilter } = sent;
  if (eventFilter?.type === 'events.JythonEventFilter')
    await requireScript(context, eventFilter.expr, 'eventFilter.expr');
  const fixed = fixedTemplate(sent.mappedProperties ?? []);
  // a mapping that names one template for every event is the trigger's own template
  const patch = fixed === null ? sent : { ...sent, mappedProperties: withoutTemplate(sent) };
  const { folderId, eventSource } = body;
  const template = fixed ?? body.template;
  return {
    ...patch,
    ...(eventSource && { eventSource: await sourceId(context, caller, eventSource) }),
    ...(template !== undefined && {
      templateId: template ? (await templateNamed(context.database, caller, template, naming)).release.id : null,
    }),
    ...(folderId && {
      folderId: (
        await folderNamed(context.database, folderId, { caller, anyOf: [neededToRead.folder, neededToChange.trigger] })
      ).id,
    }),
  };
}

const withoutTemplate = ({ mappedProperties = [] }: TriggerPatch) =>
  mappedProperties.filter(({ targetProperty }) => targetProperty !== 'template');

async function sourceId({ database }: ReadContext, caller: Person, written: string): Promise<string> {
  const asking = { caller, anyOf: [neededToRead.configuration] } as const;
  const { id, path, eventSource } = await configurationFor(database, written, asking);
  if (path !== null || eventSource !== null) return id;
  throw new Invalid(`eventSource: '${clip(written)}' is no webhook endpoint and no event source`);
}

/** The folder of a new trigger that names none. */
export const folderOfNewTrigger = async (
  context: ResourceContext,
  caller: Person,
  templateId: string | null | undefined,
): Promise<string> =>
  templateId ? (await templateNamed(context.database, caller, templateId, naming)).release.folderId : rootFolderId;

/** The location of the template of a new trigger; null without one. */
export async function placeOfTemplate(
  { database }: ReadContext,
  caller: Person,
  templateId: string | null,
): Promise<Place | null> {
  if (templateId === null) return null;
  const { release } = await templateNamed(database, caller, templateId, naming);
  return { folderId: release.folderId, releaseId: release.id };
}
