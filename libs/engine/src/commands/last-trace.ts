import { needsCause } from '@slipway/tracing';
import type { EngineContext } from '../decision/engine-context.ts';
import { readPlan } from './dispatch.ts';

/**
 * The trace of the latest change of a release, as the cause of an automatic input. The plan that is read for it is
 * used for the next decision.
 */
export async function lastTrace(context: EngineContext, id: string): Promise<string | null> {
  if (!needsCause()) return null;
  const plan = await readPlan(context, id).catch(() => null);
  return plan?.traceparent ?? null;
}
