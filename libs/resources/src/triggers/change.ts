import { clip, Invalid, requireTemplate } from '@slipway/domain';
import { addTrigger, changeTrigger } from '@slipway/engine';
import { chosenId, type TriggerAnswer, type TriggerBody, triggerTypeOf } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { folderOfNewTrigger, renderTrigger, triggerNamed, triggerPatchOf } from './triggers.ts';

/** Makes a trigger; an id that the client chose is kept when it is free. Throws Invalid, NotFound. */
export async function createTrigger(context: ResourceContext, body: TriggerBody): Promise<TriggerAnswer> {
  const type = triggerTypeOf(body);
  const { title, ...patch } = await triggerPatchOf(context, body);
  if (title === undefined) throw new Invalid('title: expected a text');
  const folderId = patch.folderId ?? (await folderOfNewTrigger(context, patch.templateId));
  const draft = { ...patch, type, id: chosenId('Trigger', body.id), title, folderId };
  requireTemplate(draft);
  const id = await context.engine.change((database) => addTrigger({ ...context, database }, draft));
  return await renderTrigger(context, id);
}

/** Changes the fields of a trigger that are given; it stays of its type. Throws Invalid, NotFound. */
export async function updateTrigger(
  context: ResourceContext,
  written: string,
  body: TriggerBody,
): Promise<TriggerAnswer> {
  const { trigger } = await triggerNamed(context.database, written);
  if ((triggerTypeOf(body) ?? trigger.type) !== trigger.type) {
    throw new Invalid(`type: a trigger stays of its type, which is '${clip(trigger.type)}'`);
  }
  await changeTrigger(context, trigger.id, await triggerPatchOf(context, body, trigger));
  return await renderTrigger(context, trigger.id);
}
