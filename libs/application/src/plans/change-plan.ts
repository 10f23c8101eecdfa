import type { PlanEdit } from '@slipway/domain/commands';
import { planChanges, type RequestedPlan, type StoredPassives } from '@slipway/domain/edits';
import { Conflict, Invalid, NotFound } from '@slipway/domain/model';
import { newId, type Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence/plans';
import type { ResourceContext } from '../model/context.ts';
import { reloadPlan } from './find.ts';
import { requireTargetsOfEdits } from './require-targets.ts';

/** The maximum number of attempts if a plan is changed concurrently. */
const maxAttempts = 5;

/** Returns the stored parts of a plan that no rule of the domain reads. */
export const storedPassives = ({ passive, details: rest }: ReleaseView): StoredPassives => ({
  release: passive,
  ...rest,
});

/**
 * Changes a plan to the requested one, completely or not at all. `wantedOf` returns the requested plan for the current
 * one. After a concurrent change, the plans are compared again. Returns the new plan, or null without differences.
 * `restoredVersion` is the version that the plan restores, if any. Throws the refusals of the edits.
 */
export async function changePlan(
  context: Pick<ResourceContext, 'database' | 'engine' | 'typePrefix'>,
  caller: Person,
  view: ReleaseView,
  requestedPlanFor: (view: ReleaseView) => Promise<RequestedPlan>,
  restoredVersion?: number,
): Promise<ReleaseView | null> {
  const { database, engine } = context;
  const { id } = view.release;
  let current = view;
  for (let attempt = 1; ; attempt += 1) {
    const edits = await editsTo(current, requestedPlanFor);
    if (edits.length === 0) return current === view ? null : current;
    await requireTargetsOfEdits(context, caller, edits);
    try {
      const { releaseView: saved } = await engine.dispatch(
        id,
        {
          ...({ kind: 'command', caller } as const),
          command: { type: 'changePlan', edits, ...restoredIn(current, restoredVersion) },
        },
        id,
      );
      return saved ?? (await reloadPlan(database, id));
    } catch (refusal) {
      const isRefusal = refusal instanceof Conflict || refusal instanceof NotFound || refusal instanceof Invalid;
      if (!isRefusal || attempt === maxAttempts) throw refusal;
      const reloaded = await reloadPlan(database, id);
      if (reloaded.version === current.version) throw refusal;
      current = reloaded;
    }
  }
}

const restoredIn = ({ release }: ReleaseView, number: number | undefined) =>
  number === undefined ? {} : { restored: { number, revision: release.authorship.revision } };

const editsTo = async (
  view: ReleaseView,
  requestedPlanFor: (view: ReleaseView) => Promise<RequestedPlan>,
): Promise<readonly PlanEdit[]> => planChanges(view.release, await requestedPlanFor(view), storedPassives(view), newId);
