import { randomBytes } from 'node:crypto';
import {
  formatScores,
  type RiskProfileBody,
  type RiskProfileResponse,
  rawScores,
  showRiskProfile,
  showRiskThresholds,
} from '@slipway/api-schema/risk';
import { message } from '@slipway/domain/messages';
import { Conflict, Invalid, notFound } from '@slipway/domain/model';
import {
  defaultProfileId,
  defaultProfileTitle,
  defaultScores,
  isDefaultReference,
  type RawScores,
  type RiskThresholds,
  requireThresholds,
  scoresFrom,
} from '@slipway/domain/risk';
import type { Actor } from '@slipway/persistence/audit';
import type { Database } from '@slipway/persistence/database';
import {
  addRiskProfile,
  findRiskProfile,
  listRiskProfiles,
  readRiskThresholds,
  removeRiskProfile,
  replaceRiskProfile,
  type StoredRiskProfile,
  storeRiskThresholds,
} from '@slipway/persistence/risk';
import type { ReadContext, ResourceContext } from '../model/context.ts';

type PrefixContext = Pick<ReadContext, 'typePrefix'>;

const defaultProfile: StoredRiskProfile = {
  id: defaultProfileId,
  title: defaultProfileTitle,
  assessors: formatScores(defaultScores),
};

const segment = /^RiskProfile[A-Za-z0-9_-]{1,117}$/;

/** Returns the possible ids of a profile: with its path, alone, or with hyphens. Empty for an invalid id. */
function candidatesOf(rawId: string): readonly string[] {
  const last = rawId.slice(rawId.lastIndexOf('/') + 1);
  return [last, last.slice(last.lastIndexOf('-') + 1)].filter((id) => segment.test(id));
}

/** Returns the profile with an id. Throws NotFound. */
async function getRiskProfile(database: Database, rawId: string): Promise<StoredRiskProfile> {
  const candidates = candidatesOf(rawId);
  if (candidates.includes(defaultProfileId)) return defaultProfile;
  const match = candidates.length === 0 ? null : await findRiskProfile(database, candidates);
  if (match === null) throw notFound('riskProfile', rawId);
  return match;
}

const renderRiskProfile = ({ typePrefix }: PrefixContext, profile: StoredRiskProfile): RiskProfileResponse =>
  showRiskProfile(profile, typePrefix);

/** Renders the profile with an id. For `new`, renders an initial profile, which is not stored. Throws NotFound. */
export async function renderRiskProfileById(context: ReadContext, rawId: string): Promise<RiskProfileResponse> {
  if (rawId === 'new') return showRiskProfile({ ...defaultProfile, id: null, title: '' }, context.typePrefix);
  return renderRiskProfile(context, await getRiskProfile(context.database, rawId));
}

/** Renders all profiles, the default one first, then by title. */
export async function renderRiskProfiles({ database, typePrefix }: ReadContext): Promise<RiskProfileResponse[]> {
  const profiles = [defaultProfile, ...(await listRiskProfiles(database))];
  return profiles.map((profile) => showRiskProfile(profile, typePrefix));
}

const newProfileId = (): string => `RiskProfile${randomBytes(16).toString('hex')}`;

/** Returns scores in their stored form: all built-in assessors, and unknown ones unchanged. Throws Invalid. */
const toStoredScores = (rawId: RawScores): RawScores => formatScores(scoresFrom(rawId), rawId);

function requireFreeTitle(title: string): void {
  if (isDefaultReference(title)) throw new Conflict(message('riskProfile.exists', { title }));
}

const requireNotDefault = (id: string, verb: 'change' | 'delete'): void => {
  if (id === defaultProfileId) throw new Conflict(message('riskProfile.isDefault', { verb: message(`verb.${verb}`) }));
};

/**
 * Creates a profile, with the id of the request if it is free. Without scores, the profile has those of the default
 * profile. Throws Invalid, Conflict.
 */
export async function createRiskProfile(
  context: ResourceContext,
  actor: Actor,
  body: RiskProfileBody,
): Promise<RiskProfileResponse> {
  requireFreeTitle(body.title);
  const assessors = toStoredScores(rawScores(body, context.typePrefix) ?? defaultProfile.assessors);
  const profile = await context.engine.change(async (database) => {
    const draft = { id: chosenProfileId(body.id) ?? newProfileId(), title: body.title, assessors };
    if (await addRiskProfile(database, draft, actor)) return draft;
    const retry = { ...draft, id: newProfileId() };
    await addRiskProfile(database, retry, actor);
    return retry;
  });
  return renderRiskProfile(context, profile);
}

/** Returns the id from a request, or null if the server chooses the id. */
function chosenProfileId(rawId: string | undefined): string | null {
  const [chosen = null] = rawId === undefined ? [] : candidatesOf(rawId);
  return chosen === defaultProfileId ? null : chosen;
}

/** Replaces a profile. Without scores, all assessors are disabled. Throws NotFound, Invalid, Conflict. */
export async function updateRiskProfile(
  context: ResourceContext,
  actor: Actor,
  rawId: string,
  body: RiskProfileBody,
): Promise<RiskProfileResponse> {
  const { id } = await getRiskProfile(context.database, rawId);
  requireNotDefault(id, 'change');
  requireFreeTitle(body.title);
  const assessors = toStoredScores(rawScores(body, context.typePrefix) ?? {});
  const profile = { id, title: body.title, assessors };
  await context.engine.change((database) => replaceRiskProfile(database, profile, actor));
  return renderRiskProfile(context, profile);
}

/** Deletes a profile. Its releases use the default profile afterwards. Throws NotFound, Conflict. */
export async function deleteRiskProfile(context: ResourceContext, actor: Actor, rawId: string): Promise<void> {
  const { id } = await getRiskProfile(context.database, rawId);
  requireNotDefault(id, 'delete');
  await context.engine.change((database) => removeRiskProfile(database, id, actor));
}

const maxTitleLength = 255;

/**
 * Copies a profile with the title `Copy of …`. Throws NotFound, Invalid for a title that is too long, and Conflict if
 * the title exists.
 */
export async function copyRiskProfile(
  context: ResourceContext,
  actor: Actor,
  rawId: string,
): Promise<RiskProfileResponse> {
  const { title, assessors } = await getRiskProfile(context.database, rawId);
  const copied = `Copy of ${title}`;
  if (copied.length > maxTitleLength) throw new Invalid(message('riskProfile.copyTitleTooLong'));
  const profile = { id: newProfileId(), title: copied, assessors };
  await context.engine.change((database) => addRiskProfile(database, profile, actor));
  return renderRiskProfile(context, profile);
}

type ThresholdsResponse = ReturnType<typeof showRiskThresholds>;

/** Renders the scores from which releases need attention, and are at risk. */
export const renderRiskThresholds = async ({ database, typePrefix }: ReadContext): Promise<ThresholdsResponse> =>
  showRiskThresholds(await readRiskThresholds(database), typePrefix);

/** Sets the scores from which releases need attention, and are at risk. Throws Invalid. */
export async function updateRiskThresholds(
  { engine, typePrefix }: ResourceContext,
  actor: Actor,
  thresholds: RiskThresholds,
): Promise<ThresholdsResponse> {
  requireThresholds(thresholds);
  await engine.change((database) => storeRiskThresholds(database, thresholds, actor));
  return showRiskThresholds(thresholds, typePrefix);
}
