import type { RenderedPlan } from '@slipway/api-schema/edits';
import type { ParseOptions } from '@slipway/api-schema/plans';
import type { RequestedPlan } from '@slipway/domain/edits';
import type { Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence/plans';
import type { ResourceContext } from '../model/context.ts';
import { storedPassives } from './change-plan.ts';
import { parseOptionsFor } from './parse-options.ts';
import { renderRelease } from './render.ts';

/** What a plan is to be by a body of one of its parts, which is compared with the plan as it is by then. Throws Conflict. */
export const requestedPart =
  (
    context: ResourceContext,
    caller: Person,
    build: (current: RenderedPlan, parseOptions: ParseOptions) => RequestedPlan,
  ): ((view: ReleaseView) => Promise<RequestedPlan>) =>
  async (view) => {
    const { answer } = await renderRelease(context, view, caller);
    return build({ release: view.release, stored: storedPassives(view), answer }, await parseOptionsFor(context));
  };
