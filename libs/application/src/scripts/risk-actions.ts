import { riskProfileBody, riskThresholdsBody } from '@slipway/api-schema/risk';
import type { GlobalPermission } from '@slipway/domain/model';
import { neededToChange } from '@slipway/domain/people';
import type { Actor } from '@slipway/persistence/audit';
import type { ScriptAction } from '@slipway/script-protocol';
import type { ResourceContext } from '../model/context.ts';
import { requireGlobalPermission } from '../model/require-permission.ts';
import {
  copyRiskProfile,
  createRiskProfile,
  deleteRiskProfile,
  updateRiskProfile,
  updateRiskThresholds,
} from '../risk/profiles.ts';
import { actorOf, externalAction, type ResolvedAction, withEngine } from './resolved-action.ts';

const kinds = [
  'createRiskProfile',
  'updateRiskProfile',
  'copyRiskProfile',
  'deleteRiskProfile',
  'updateRiskThresholds',
] as const;

/** The script actions on risk profiles and thresholds. */
export type RiskAction = Extract<ScriptAction, { does: (typeof kinds)[number] }>;

export const isRiskAction = (action: ScriptAction): action is RiskAction => kinds.some((does) => does === action.does);

/** Resolves an action on risk profiles or thresholds, with the rules of REST. Throws the validation error of a body. */
export function resolveRiskAction(context: ResourceContext, action: RiskAction): ResolvedAction {
  const toAction = (
    description: string,
    permission: GlobalPermission,
    work: (actionContext: ResourceContext, actor: Actor) => Promise<unknown>,
  ) =>
    externalAction({
      description,
      perform: async (engine, caller) => {
        requireGlobalPermission(caller, permission);
        await work(withEngine(context, engine), actorOf(caller));
      },
    });
  const profiles = neededToChange.riskProfile;
  switch (action.does) {
    case 'createRiskProfile': {
      const body = riskProfileBody.parse(action.profile);
      return toAction('make a risk profile', profiles, (actionContext, actor) =>
        createRiskProfile(actionContext, actor, body),
      );
    }
    case 'updateRiskProfile': {
      const { riskProfileId } = action;
      const body = riskProfileBody.parse(action.profile);
      return toAction('change a risk profile', profiles, (actionContext, actor) =>
        updateRiskProfile(actionContext, actor, riskProfileId, body),
      );
    }
    case 'copyRiskProfile':
      return toAction('copy a risk profile', profiles, (actionContext, actor) =>
        copyRiskProfile(actionContext, actor, action.riskProfileId),
      );
    case 'deleteRiskProfile':
      return toAction('delete a risk profile', profiles, (actionContext, actor) =>
        deleteRiskProfile(actionContext, actor, action.riskProfileId),
      );
    case 'updateRiskThresholds': {
      const body = riskThresholdsBody.parse(action.thresholds);
      return toAction('set the risk thresholds', neededToChange.riskThresholds, (actionContext, actor) =>
        updateRiskThresholds(actionContext, actor, body),
      );
    }
  }
}
