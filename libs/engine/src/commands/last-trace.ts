import { needsCause } from '@slipway/tracing';
import type { EngineContext } from '../decision/context.ts';
import { knownPlan } from './dispatch.ts';

/**
 * The trace in which a release was last changed, where nothing else is known to have brought an input about: what it
 * does by itself follows from that. The plan that is read for it is the one that is decided on next.
 */
export async function lastTrace(context: EngineContext, id: string): Promise<string | null> {
  if (!needsCause()) return null;
  const plan = await knownPlan(context, id).catch(() => null);
  return plan?.traceparent ?? null;
}
