import { readType } from '@slipway/api-schema/format';
import { type TriggerBody, type TriggerResponse, triggerProperties } from '@slipway/api-schema/triggers';
import { chosenId } from '@slipway/api-schema/variables';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import {
  isPollTrigger,
  isTriggerType,
  type NewTriggerFields,
  type Poller,
  pollTriggerType,
  requireTemplate,
  type TriggerPatch,
} from '@slipway/domain/triggers';
import { withPasswordsOf } from '@slipway/domain/variables';
import { addTrigger, changeTrigger, type Person, requestPoll } from '@slipway/engine';
import { readTriggerTemplates } from '@slipway/persistence/triggers';
import type { ResourceContext } from '../model/context.ts';
import { requireNoFaults } from './faults.ts';
import {
  permissionToChange,
  releaseTargetsOf,
  requireNewTrigger,
  requireReleaseTargets,
  requireVisibleAtTop,
} from './permissions.ts';
import { getPollerType, pollerOf, pollerPatch } from './poller.ts';
import { folderOfNewTrigger, getTrigger, renderChanged, templateScope, triggerPatchOf } from './triggers.ts';

/** Creates a trigger, with the id of the request if it is free. Throws Invalid, NotFound. */
export async function createTrigger(
  context: ResourceContext,
  caller: Person,
  body: TriggerBody,
): Promise<TriggerResponse> {
  return await renderChanged(context, await storeNewTrigger(context, caller, body), caller);
}

/** Creates a trigger like `createTrigger`, but returns only the id. */
export async function storeNewTrigger(context: ResourceContext, caller: Person, body: TriggerBody): Promise<string> {
  const { title, ...patch } = await triggerPatchOf(context, caller, body);
  const folderId = patch.folderId ?? (await folderOfNewTrigger(context, caller, patch.templateId));
  await requireNewTrigger(caller, folderId, body.folderId ?? folderId);
  const { templateId = null, releaseFolder = null, mappedProperties: mappings = [] } = patch;
  await requireReleaseTargets(context.database, caller, { templateId, releaseFolder, mappings });
  if (folderId === rootFolderId) await requireVisibleAtTop(caller, await templateScope(context, caller, templateId));
  const { type, ...poller } = await typeOf(context, body);
  if (title === undefined) throw new Invalid(message('field.text', { field: 'title' }));
  const withPasswords = await withSecrets(context, templateId, patch);
  const draft = { ...withPasswords, ...poller, type, id: chosenId('Trigger', body.id), title, folderId };
  requireTemplate(draft);
  return await context.engine.change((database) =>
    addTrigger({ ...context, database }, draft, caller.username, requireNoFaults),
  );
}

/** Converts values for password variables of the template to passwords. */
async function withSecrets<T extends TriggerPatch>(
  { database }: Pick<ResourceContext, 'database'>,
  templateId: string | null,
  patch: T,
): Promise<T> {
  if (!patch.variables?.some(({ type }) => type === 'StringVariable')) return patch;
  const template = (await readTriggerTemplates(database, [templateId])).get(templateId ?? '');
  return template === undefined ? patch : { ...patch, variables: withPasswordsOf(template.variables, patch.variables) };
}

/** Returns the type of a new trigger: a built-in type, or a poll trigger that a plugin defines. Throws Invalid. */
async function typeOf(
  context: ResourceContext,
  body: TriggerBody,
): Promise<Partial<Poller> & Pick<NewTriggerFields, 'type'>> {
  const { type } = body;
  if (type === undefined) return {};
  if (isTriggerType(type)) return { type };
  const poller = await pollerOf(context, await getPollerType(context, type), triggerProperties(body), null);
  return { type: pollTriggerType, ...poller };
}

/** Changes the fields of a trigger that the body contains. The type cannot change. Throws Invalid, NotFound. */
export async function updateTrigger(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  body: TriggerBody,
): Promise<TriggerResponse> {
  const { trigger } = await getTrigger(context.database, rawId, permissionToChange(caller));
  const type = isPollTrigger(trigger) ? trigger.pollerType : trigger.type;
  if (body.type !== undefined && readType(body.type, context.typePrefix) !== type) {
    throw new Invalid(message('trigger.typeUnchangeable', { type }));
  }
  const patch = await triggerPatchOf(context, caller, body);
  const before = releaseTargetsOf(trigger);
  const { folderId = trigger.folderId, mappedProperties: mappings = before.mappings } = patch;
  const { templateId = before.templateId, releaseFolder = before.releaseFolder } = patch;
  if (folderId !== trigger.folderId) await requireNewTrigger(caller, folderId, folderId);
  await requireReleaseTargets(context.database, caller, { templateId, releaseFolder, mappings });
  const poller = isPollTrigger(trigger) ? await pollerPatch(context, trigger, triggerProperties(body)) : {};
  const withPasswords = await withSecrets(context, templateId, patch);
  await changeTrigger(context, trigger.id, { ...withPasswords, ...poller }, caller.username, requireNoFaults);
  return await renderChanged(context, trigger.id, caller);
}

/**
 * Fires a trigger manually, even if it is disabled. A poll trigger becomes due, and its run history receives the
 * result. Throws NotFound, and Conflict if no release was created or a poll is running.
 */
export async function runTrigger(context: ResourceContext, caller: Person, rawId: string): Promise<void> {
  const { trigger } = await getTrigger(context.database, rawId, permissionToChange(caller));
  await requireReleaseTargets(context.database, caller, releaseTargetsOf(trigger));
  if (isPollTrigger(trigger))
    await context.engine.change((database) => requestPoll(database, trigger.id, caller.username));
  else await context.engine.runTrigger(trigger.id, caller);
}
