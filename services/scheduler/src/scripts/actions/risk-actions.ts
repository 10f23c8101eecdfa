import { type GlobalPermission, neededToChange } from '@slipway/domain';
import {
  copyRiskProfile,
  createRiskProfile,
  deleteRiskProfile,
  requireHeld,
  updateRiskProfile,
  updateRiskThresholds,
} from '@slipway/resources';
import type { ScriptAction } from '@slipway/scripts';
import { riskProfileBody, riskThresholdsBody } from '@slipway/wire';
import type { ScriptContext } from '../context/context.ts';
import { outside, type ResolvedAction, within } from './outside-action.ts';

const kinds = [
  'createRiskProfile',
  'updateRiskProfile',
  'copyRiskProfile',
  'deleteRiskProfile',
  'updateRiskThresholds',
] as const;

/** What a script does to risk profiles and thresholds. */
export type RiskAction = Extract<ScriptAction, { does: (typeof kinds)[number] }>;

export const isOfRisk = (action: ScriptAction): action is RiskAction => kinds.some((does) => does === action.does);

/** Such an action as REST would do it. Throws the schema's error for a body. */
export function ofRisk(context: ScriptContext, action: RiskAction): ResolvedAction {
  const act = (doing: string, permission: GlobalPermission, work: (there: ScriptContext) => Promise<unknown>) =>
    outside({
      doing,
      perform: async (engine, caller) => {
        requireHeld(caller, permission);
        await work(within(context, engine));
      },
    });
  const profiles = neededToChange.riskProfile;
  switch (action.does) {
    case 'createRiskProfile': {
      const body = riskProfileBody.parse(action.profile);
      return act('make a risk profile', profiles, (there) => createRiskProfile(there, body));
    }
    case 'updateRiskProfile': {
      const { riskProfileId } = action;
      const body = riskProfileBody.parse(action.profile);
      return act('change a risk profile', profiles, (there) => updateRiskProfile(there, riskProfileId, body));
    }
    case 'copyRiskProfile':
      return act('copy a risk profile', profiles, (there) => copyRiskProfile(there, action.riskProfileId));
    case 'deleteRiskProfile':
      return act('delete a risk profile', profiles, (there) => deleteRiskProfile(there, action.riskProfileId));
    case 'updateRiskThresholds': {
      const body = riskThresholdsBody.parse(action.thresholds);
      return act('set the risk thresholds', neededToChange.riskThresholds, (there) =>
        updateRiskThresholds(there, body),
      );
    }
  }
}
