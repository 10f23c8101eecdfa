import {
  Conflict,
  Invalid,
  NotFound,
  type PlanEdit,
  planChanges,
  type StoredPassives,
  type WantedPlan,
} from '@slipway/domain';
import { newId, type Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence';
import type { ResourceContext } from '../model/context.ts';
import { storedPlan } from './as-stored.ts';
import { requireTargetsOfEdits } from './require-targets.ts';

/** How often a plan is looked at again that others change at the same time. */
const mostAttempts = 5;

/** The parts of a plan that no rule reads. */
export const storedPassives = ({ passive, rest }: ReleaseView): StoredPassives => ({ release: passive, ...rest });

/**
 * Changes a plan to the requested one, as a whole or not at all; `wantedOf` returns the requested plan for the current
 * one. After a concurrent change the plans are compared again. Returns null if nothing differs, else the new plan.
 * Throws the refusals of the edits.
 */
export async function changePlan(
  context: Pick<ResourceContext, 'database' | 'engine' | 'typePrefix'>,
  caller: Person,
  view: ReleaseView,
  wantedOf: (view: ReleaseView) => Promise<WantedPlan>,
): Promise<ReleaseView | null> {
  const { database, engine } = context;
  const { id } = view.release;
  let current = view;
  for (let attempt = 1; ; attempt += 1) {
    const edits = await editsTo(current, wantedOf);
    if (edits.length === 0) return current === view ? null : current;
    await requireTargetsOfEdits(context, caller, edits);
    try {
      const { whole } = await engine.dispatch(
        id,
        { kind: 'command', caller, command: { type: 'changePlan', edits } },
        id,
      );
      return whole ?? (await storedPlan(database, id));
    } catch (refusal) {
      const isRefusal = refusal instanceof Conflict || refusal instanceof NotFound || refusal instanceof Invalid;
      if (!isRefusal || attempt === mostAttempts) throw refusal;
      const now = await storedPlan(database, id);
      if (now.version === current.version) throw refusal;
      current = now;
    }
  }
}

const editsTo = async (
  view: ReleaseView,
  wantedOf: (view: ReleaseView) => Promise<WantedPlan>,
): Promise<readonly PlanEdit[]> => planChanges(view.release, await wantedOf(view), storedPassives(view), newId);
