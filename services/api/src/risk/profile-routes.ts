import { list } from '@slipway/api-schema/format';
import {
  riskProfileBody,
  riskProfileResponse,
  riskThresholdsBody,
  riskThresholdsResponse,
} from '@slipway/api-schema/risk';
import {
  copyRiskProfile,
  createRiskProfile,
  deleteRiskProfile,
  renderRiskProfileById,
  renderRiskProfiles,
  renderRiskThresholds,
  updateRiskProfile,
  updateRiskThresholds,
} from '@slipway/application/risk';
import { neededToChange } from '@slipway/domain/people';
import { jsonBody, type Route, route } from '../http/route.ts';

const thresholdRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/risks/config',
    name: 'getRiskGlobalThresholds',
    summary: 'From which scores on releases need attention, and are at risk',
    needs: 'anyone',
    reply: riskThresholdsResponse,
    answer: renderRiskThresholds,
  }),
  route({
    method: 'PUT',
    path: '/risks/config',
    name: 'updateRiskGlobalThresholds',
    summary: 'Sets these scores',
    needs: { global: [neededToChange.riskThresholds] },
    body: jsonBody(riskThresholdsBody),
    reply: riskThresholdsResponse,
    answer: (deps, { actor, body }) => updateRiskThresholds(deps, actor, body),
  }),
];

const readRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/risks/profiles',
    name: 'getRiskProfiles',
    summary: 'Every risk profile, the default one first',
    needs: 'anyone',
    reply: list(riskProfileResponse),
    answer: renderRiskProfiles,
  }),
  route({
    method: 'GET',
    path: '/risks/profiles/{riskProfileId}',
    name: 'getRiskProfile',
    summary: 'A risk profile; for `new` one to begin with, which is not stored',
    needs: 'anyone',
    reply: riskProfileResponse,
    answer: (deps, { path }) => renderRiskProfileById(deps, path.riskProfileId),
  }),
];

const changeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/risks/profiles',
    name: 'createRiskProfile',
    summary: 'Makes a risk profile; without scores it has those of the default one',
    needs: { global: [neededToChange.riskProfile] },
    body: jsonBody(riskProfileBody),
    reply: riskProfileResponse,
    answer: (deps, { actor, body }) => createRiskProfile(deps, actor, body),
  }),
  route({
    method: 'PUT',
    path: '/risks/profiles/{riskProfileId}',
    name: 'updateRiskProfile',
    summary: 'Replaces a risk profile; the scores of its releases are recalculated within seconds',
    needs: { global: [neededToChange.riskProfile] },
    body: jsonBody(riskProfileBody),
    reply: riskProfileResponse,
    answer: (deps, { actor, path, body }) => updateRiskProfile(deps, actor, path.riskProfileId, body),
  }),
  route({
    method: 'DELETE',
    path: '/risks/profiles/{riskProfileId}',
    name: 'deleteRiskProfile',
    summary: 'Deletes a risk profile; releases that name it have the default one from then on',
    needs: { global: [neededToChange.riskProfile] },
    reply: null,
    answer: (deps, { actor, path }) => deleteRiskProfile(deps, actor, path.riskProfileId),
  }),
  route({
    method: 'POST',
    path: '/risks/profiles/{riskProfileId}/copy',
    name: 'copyRiskProfile',
    summary: 'Makes a risk profile like another',
    needs: { global: [neededToChange.riskProfile] },
    reply: riskProfileResponse,
    answer: (deps, { actor, path }) => copyRiskProfile(deps, actor, path.riskProfileId),
  }),
];

/** Routes for risk profiles and their common thresholds (states.md, Risk). */
export const riskProfiles: readonly Route[] = [...thresholdRoutes, ...readRoutes, ...changeRoutes];
