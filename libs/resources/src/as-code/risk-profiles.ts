import { clip, Invalid, type Json, keyOfReference, neededToChange } from '@slipway/domain';
import { type CodeItemOf, differences, type Members } from '@slipway/formats';
import { parsedBy, riskProfileBody } from '@slipway/wire';
import { createRiskProfile, renderRiskProfiles, updateRiskProfile } from '../risk/profiles.ts';
import { requireGlobalRight } from './people.ts';
import { asRead, type CodeRun, pathOf, type Touched } from './run/run.ts';

/** The type of risk profiles, without the prefix of ours. */
export const riskProfileType = 'RiskProfile';

/** A risk profile as documents contain it: the enabled assessors, and unknown names. */
export function codeOfRiskProfile({ type, title, riskProfileAssessors: scores }: Members): Members {
  const written = typeof scores === 'object' && scores !== null ? Object.entries(scores) : [];
  const counted = written.filter(([, score]) => !isNothing(score));
  return {
    name: title ?? '',
    ...(type !== undefined && { type }),
    riskProfileAssessors: Object.fromEntries(counted.map(([name, score]) => [name, String(score)])),
  };
}

const isNothing = (score: Json): boolean => score === null || String(score).trim() === '' || String(score) === '0';

/** Applies a document to a risk profile, found by its title in any letter case. Throws Invalid, Forbidden, Conflict. */
export async function applyRiskProfile(run: CodeRun, { path, title, code }: CodeItemOf<'typed'>): Promise<void> {
  const { context } = run;
  const own = pathOf(path, title);
  if (path.length > 0) throw new Invalid(`risk profile '${clip(own)}': risk profiles lie in no folder`);
  requireGlobalRight(await run.me(), neededToChange.riskProfile);
  const all = (await renderRiskProfiles(context)).map(asRead);
  const stored = all.find((each) => keyOfReference(String(each.title)) === keyOfReference(title));
  const { name: _, type: __, ...fields } = code;
  const body = parsedBy(riskProfileBody, { ...fields, title }, `risk profile '${own}'`);
  if (stored === undefined) {
    const made = asRead(await createRiskProfile(context, body));
    const given = differences({}, codeOfRiskProfile(made));
    const touched = followedAs(made, all);
    run.record({ kind: 'RiskProfile', action: 'create', id: String(made.id), path: own, fields: given, touched });
    return;
  }
  const before = codeOfRiskProfile(stored);
  const { type } = before;
  const wanted = { title, type: type ?? null, riskProfileAssessors: { ...body.riskProfileAssessors } };
  if (code.riskProfileAssessors === undefined || differences(before, codeOfRiskProfile(wanted)).length === 0) return;
  const id = String(stored.id);
  const changed = codeOfRiskProfile(asRead(await updateRiskProfile(context, id, body)));
  const changes = differences(before, changed);
  if (changes.length > 0)
    run.record({
      kind: 'RiskProfile',
      action: 'update',
      id,
      path: own,
      fields: changes,
      touched: followedAs(stored, all),
    });
}

const keyOfId = ({ id }: Members): string => keyOfReference(String(id));

/** By which names releases follow a profile: its id, and its title where that is the id of no other. */
function followedAs(profile: Members, all: readonly Members[]): Touched {
  const own = keyOfId(profile);
  const title = keyOfReference(String(profile.title));
  const isOthers = all.some((each) => keyOfId(each) === title && keyOfId(each) !== own);
  return { of: 'risk', keys: isOthers ? [own] : [own, title] };
}
