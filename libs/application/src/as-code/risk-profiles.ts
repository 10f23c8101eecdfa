import { parseAs } from '@slipway/api-schema/as-code';
import { riskProfileBody } from '@slipway/api-schema/risk';
import { message } from '@slipway/domain/messages';
import { Invalid, type Json } from '@slipway/domain/model';
import { neededToChange } from '@slipway/domain/people';
import { keyOfReference } from '@slipway/domain/risk';
import { type CodeItemOf, differences, type Members } from '@slipway/formats';
import { createRiskProfile, renderRiskProfiles, updateRiskProfile } from '../risk/profiles.ts';
import { requireGlobalPermissionFor } from './people.ts';
import { asClientJson, type ChangeTarget, type CodeRun, pathOf } from './run/run.ts';

/** The type of risk profiles, without the type prefix of the product. */
export const riskProfileType = 'RiskProfile';

/** Renders a risk profile as a document contains it: with its enabled assessors, including unknown ones. */
export function codeOfRiskProfile({ type, title, riskProfileAssessors: scores }: Members): Members {
  const scoreEntries = typeof scores === 'object' && scores !== null ? Object.entries(scores) : [];
  const enabled = scoreEntries.filter(([, score]) => !isDisabled(score));
  return {
    name: title ?? '',
    ...(type !== undefined && { type }),
    riskProfileAssessors: Object.fromEntries(enabled.map(([name, score]) => [name, String(score)])),
  };
}

const isDisabled = (score: Json): boolean => score === null || String(score).trim() === '' || String(score) === '0';

/** Applies a document to the risk profile with its title, ignoring case. Throws Invalid, Forbidden, Conflict. */
export async function applyRiskProfile(run: CodeRun, { path, title, code }: CodeItemOf<'typed'>): Promise<void> {
  const { context, actor } = run;
  const ownKey = pathOf(path, title);
  if (path.length > 0) throw new Invalid(message('riskProfile.notInFolder', { title: ownKey }));
  requireGlobalPermissionFor(await run.me(), neededToChange.riskProfile);
  const profiles = (await renderRiskProfiles(context)).map(asClientJson);
  const stored = profiles.find((candidate) => keyOfReference(String(candidate.title)) === keyOfReference(title));
  const { name: _, type: __, ...fields } = code;
  const body = parseAs(riskProfileBody, { ...fields, title }, message('part.riskProfile', { title: ownKey }));
  if (stored === undefined) {
    const created = asClientJson(await createRiskProfile(context, actor, body));
    const createdFields = differences({}, codeOfRiskProfile(created));
    const touched = referenceKeys(created, profiles);
    run.record({
      kind: 'RiskProfile',
      action: 'create',
      id: String(created.id),
      path: ownKey,
      fields: createdFields,
      touched,
    });
    return;
  }
  const before = codeOfRiskProfile(stored);
  const { type } = before;
  const requested = { title, type: type ?? null, riskProfileAssessors: { ...body.riskProfileAssessors } };
  if (code.riskProfileAssessors === undefined || differences(before, codeOfRiskProfile(requested)).length === 0) return;
  const id = String(stored.id);
  const changed = codeOfRiskProfile(asClientJson(await updateRiskProfile(context, actor, id, body)));
  const changes = differences(before, changed);
  if (changes.length > 0)
    run.record({
      kind: 'RiskProfile',
      action: 'update',
      id,
      path: ownKey,
      fields: changes,
      touched: referenceKeys(stored, profiles),
    });
}

const keyOfId = ({ id }: Members): string => keyOfReference(String(id));

/**
 * Returns the names by which releases can refer to a profile: its id, and its title unless it is the id of another
 * profile.
 */
function referenceKeys(profile: Members, profiles: readonly Members[]): ChangeTarget {
  const ownKey = keyOfId(profile);
  const title = keyOfReference(String(profile.title));
  const isOthers = profiles.some((candidate) => keyOfId(candidate) === title && keyOfId(candidate) !== ownKey);
  return { of: 'risk', keys: isOthers ? [ownKey] : [ownKey, title] };
}
