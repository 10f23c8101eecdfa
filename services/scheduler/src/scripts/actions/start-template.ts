import { createBody } from '@slipway/api-schema/plans';
import { getReleaseLocation, parseCreateOrder } from '@slipway/application/plans';
import type { Person } from '@slipway/engine';
import type { ScriptAction } from '@slipway/script-protocol';
import type { ScriptContext } from '../context/context.ts';
import { externalAction, type ResolvedAction } from './resolved-action.ts';

type MakeRelease = Extract<ScriptAction, { does: 'startTemplate' | 'createRelease' }>;

/**
 * Creates a release from a template, and starts it at once if requested. Throws NotFound, and the errors of the
 * schema.
 */
export async function createReleaseFrom(
  context: ScriptContext,
  requester: Person,
  { does, templateId, order, madeId }: MakeRelease,
): Promise<ResolvedAction> {
  const body = createBody.parse(order);
  const { id } = await getReleaseLocation(context.database, requester, templateId, { what: 'template' });
  const startsNow = does === 'startTemplate';
  const fields = { ...body, autoStart: !startsNow && body.autoStart, startedFromTaskId: undefined };
  const request = { ...(await parseCreateOrder(context, fields, startsNow)), id: madeId ?? null };
  return externalAction({
    description: startsNow ? 'start a release from a template' : 'make a release from a template',
    perform: (engine, caller) => engine.createRelease(id, request, caller),
  });
}
