import type { WantedPlan } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence';
import type { AnsweredPlan, Reading } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { storedPassives } from './change-plan.ts';
import { readingOf } from './reading.ts';
import { renderRelease } from './render.ts';

/** What a plan is to be by a body of one of its parts, which is compared with the plan as it is by then. Throws Conflict. */
export const wantedPart =
  (
    context: ResourceContext,
    caller: Person,
    wanted: (there: AnsweredPlan, reading: Reading) => WantedPlan,
  ): ((view: ReleaseView) => Promise<WantedPlan>) =>
  async (view) => {
    const { answer } = await renderRelease(context, view, caller);
    return wanted({ release: view.release, stored: storedPassives(view), answer }, await readingOf(context));
  };
