import { neededToChange } from '@slipway/domain';
import { createOrder, releaseLocated } from '@slipway/resources';
import type { ScriptAction } from '@slipway/scripts';
import { createBody } from '@slipway/wire';
import type { ScriptContext } from '../context/context.ts';
import { outside, type ResolvedAction } from './outside-action.ts';

type StartTemplate = Extract<ScriptAction, { does: 'startTemplate' }>;

/**
 * A release from a template, started in the moment in which it is made, and by no task. Throws NotFound, and the schema's
 * error.
 */
export async function startTemplate(
  context: ScriptContext,
  { templateId, order }: StartTemplate,
): Promise<ResolvedAction> {
  const body = createBody.parse(order);
  const { id } = await releaseLocated(context.database, templateId, 'template');
  const asked = await createOrder(context, { ...body, autoStart: false, startedFromTaskId: undefined }, true);
  return outside({
    doing: 'start a release from a template',
    id,
    permission: neededToChange.newRelease,
    perform: (engine, caller) => engine.createRelease(id, asked, caller),
  });
}
