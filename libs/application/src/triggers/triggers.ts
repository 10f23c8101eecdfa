import { showTrigger, type TriggerBody, type TriggerResponse, triggerPatch } from '@slipway/api-schema/triggers';
import { idCandidates, rootFolderId } from '@slipway/domain/ids';
import { type Message, message } from '@slipway/domain/messages';
import { Invalid, notFound } from '@slipway/domain/model';
import { neededToChange, neededToCreate, neededToRead } from '@slipway/domain/people';
import { fixedTemplate, type TriggerPatch } from '@slipway/domain/triggers';
import type { PermissionScope, Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { findTrigger, readTriggers, type TriggerRow } from '@slipway/persistence/triggers';
import { getPermittedConfiguration } from '../configurations/find.ts';
import { getFolder } from '../folders/find.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { renderContextFor } from '../model/render-context.ts';
import { type PermissionRequest, requirePermissionAt } from '../model/require-permission.ts';
import { requireScript } from '../model/script-warnings.ts';
import { getTemplate } from '../plans/find.ts';
import { healthOf } from './faults.ts';

/**
 * The permission to refer to a template: to view it, or to create releases from it. The exact permission is checked
 * later.
 */
export const templateLookup = {
  needed: { ...neededToCreate, onTemplate: [neededToRead.template, ...neededToCreate.onTemplate] },
  phases: false,
} as const;

/**
 * Returns the permission scope of a trigger: its folder, or its template at the top level (permissions.md, Finding a
 * permission).
 */
export const triggerScope = ({ trigger, templatePath }: TriggerRow): PermissionScope =>
  trigger.folderId === rootFolderId && templatePath !== null
    ? { folderId: templatePath.at(-1) ?? rootFolderId, releaseId: trigger.templateId }
    : { folderId: trigger.folderId };

/**
 * Returns the trigger with an id in any form, after the check of the permission, if any. Throws NotFound, Forbidden.
 */
export async function getTrigger(
  database: Database,
  rawId: string,
  permissionRequest?: PermissionRequest,
): Promise<TriggerRow> {
  const row = await findTrigger(database, idCandidates('Trigger', rawId));
  if (row === null) throw notFound('trigger', rawId);
  const scope = triggerScope(row);
  if (permissionRequest !== undefined)
    await requirePermissionAt(permissionRequest, { label: 'trigger', rawId, scope, view: neededToRead.trigger });
  return row;
}

/** Renders triggers with their problems. Runs three statements, and those for the permissions of the authors. */
export async function renderTriggers(
  context: ResourceContext,
  rows: readonly TriggerRow[],
  caller: Person,
): Promise<readonly TriggerResponse[]> {
  const show = await renderContextFor(
    context,
    rows.flatMap(({ trigger }) => trigger.templateId ?? []),
    caller,
  );
  const health = await healthOf(context, rows);
  return rows.map((row) => showTrigger({ ...row, ...health.get(row.trigger.id) }, show));
}

/** Renders the current state of one trigger for a caller who may view it. Throws NotFound. */
export async function renderTrigger(context: ResourceContext, id: string, caller: Person): Promise<TriggerResponse> {
  const permissionRequest = { caller, anyOf: [neededToRead.trigger] } as const;
  return await renderRow(context, await getTrigger(context.database, id, permissionRequest), caller);
}

/**
 * Renders a trigger for the user who has just created or changed it. This user may lack the permission to view others.
 */
export const renderChanged = async (context: ResourceContext, id: string, caller: Person): Promise<TriggerResponse> =>
  await renderRow(context, await getTrigger(context.database, id), caller);

/** Returns why a stored trigger cannot create releases. Throws NotFound. */
export async function faultsOfTrigger(context: ResourceContext, id: string): Promise<readonly Message[]> {
  const row = await getTrigger(context.database, id);
  return (await healthOf(context, [row])).get(row.trigger.id)?.faults ?? [];
}

async function renderRow(context: ResourceContext, row: TriggerRow, caller: Person): Promise<TriggerResponse> {
  const [rendered] = await renderTriggers(context, [row], caller);
  if (rendered === undefined) throw new Error('a trigger was not rendered');
  return rendered;
}

export async function fullTriggerIds(context: ResourceContext, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await readTriggers(context.database, ids);
  return rows.map(({ trigger, folderPath }) => [...folderPath, trigger.id].join('/')).toSorted();
}

/**
 * Returns the changes of a trigger from a request, with resolved ids. Without a folder, a new trigger belongs to the
 * folder of its template. Throws Invalid, and NotFound for an unknown template or folder.
 */
export async function triggerPatchOf(
  context: ResourceContext,
  caller: Person,
  body: TriggerBody,
): Promise<TriggerPatch> {
  const requested = triggerPatch(body, context.typePrefix);
  const { eventFilter } = requested;
  if (eventFilter?.type === 'events.JythonEventFilter')
    await requireScript(context, eventFilter.expr, 'eventFilter.expr');
  const fixedTemplateId = fixedTemplate(requested.mappedProperties ?? []);
  // A mapping with one template for all events sets the trigger's own template.
  const patch = fixedTemplateId === null ? requested : { ...requested, mappedProperties: withoutTemplate(requested) };
  const { folderId, eventSource } = body;
  const template = fixedTemplateId ?? body.template;
  return {
    ...patch,
    ...(eventSource && { eventSource: await resolveSourceId(context, caller, eventSource) }),
    ...(template !== undefined && {
      templateId: template ? (await getTemplate(context.database, caller, template, templateLookup)).release.id : null,
    }),
    ...(folderId && {
      folderId: (
        await getFolder(context.database, folderId, { caller, anyOf: [neededToRead.folder, neededToChange.trigger] })
      ).id,
    }),
  };
}

const withoutTemplate = ({ mappedProperties = [] }: TriggerPatch) =>
  mappedProperties.filter(({ targetProperty }) => targetProperty !== 'template');

async function resolveSourceId({ database }: ReadContext, caller: Person, rawId: string): Promise<string> {
  const permissionRequest = { caller, anyOf: [neededToRead.configuration] } as const;
  const { id, path, eventSource } = await getPermittedConfiguration(database, rawId, permissionRequest);
  if (path !== null || eventSource !== null) return id;
  throw new Invalid(message('trigger.notASource', { id: rawId }));
}

/** Returns the folder of a new trigger without a folder in the request. */
export const folderOfNewTrigger = async (
  context: ResourceContext,
  caller: Person,
  templateId: string | null | undefined,
): Promise<string> =>
  templateId
    ? (await getTemplate(context.database, caller, templateId, templateLookup)).release.folderId
    : rootFolderId;

/** Returns the location of the template of a new trigger, or null without a template. */
export async function templateScope(
  { database }: ReadContext,
  caller: Person,
  templateId: string | null,
): Promise<PermissionScope | null> {
  if (templateId === null) return null;
  const { release } = await getTemplate(database, caller, templateId, templateLookup);
  return { folderId: release.folderId, releaseId: release.id };
}
