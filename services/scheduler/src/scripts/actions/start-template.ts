import type { Person } from '@slipway/engine';
import { createOrder, releaseLocated } from '@slipway/resources';
import type { ScriptAction } from '@slipway/scripts';
import { createBody } from '@slipway/wire';
import type { ScriptContext } from '../context/context.ts';
import { outside, type ResolvedAction } from './outside-action.ts';

type MakeRelease = Extract<ScriptAction, { does: 'startTemplate' | 'createRelease' }>;

/**
 * Creates a release from a template, and starts it at once if requested. Throws NotFound, and the errors of the
 * schema.
 */
export async function releaseFrom(
  context: ScriptContext,
  asker: Person,
  { does, templateId, order, madeId }: MakeRelease,
): Promise<ResolvedAction> {
  const body = createBody.parse(order);
  const { id } = await releaseLocated(context.database, asker, templateId, { what: 'template' });
  const startsNow = does === 'startTemplate';
  const given = { ...body, autoStart: !startsNow && body.autoStart, startedFromTaskId: undefined };
  const asked = { ...(await createOrder(context, given, startsNow)), id: madeId ?? null };
  return outside({
    doing: startsNow ? 'start a release from a template' : 'make a release from a template',
    perform: (engine, caller) => engine.createRelease(id, asked, caller),
  });
}
