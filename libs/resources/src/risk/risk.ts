import type { FlagComments } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { listRiskHistory, type ReleaseView } from '@slipway/persistence';
import { releaseIdOf, showRisk, showRiskChange } from '@slipway/wire';
import type { ReadContext } from '../model/context.ts';
import { nothingNamed } from '../model/find.ts';
import { planNamed, releaseLocated } from '../plans/find.ts';

type RiskAnswer = ReturnType<typeof showRisk>;
type AssessmentAnswer = RiskAnswer['riskAssessments'][number];

const commentsOf =
  ({ release, passive, rest }: ReleaseView): FlagComments =>
  (id) =>
    id === release.id ? passive.flagComment : rest.tasks.get(id)?.flagComment;

/** The part of an id before its last one, for an object of a release, with slashes or in hyphens. */
function releaseBefore(written: string, ending: RegExp, what: string): string {
  const at = written.search(ending);
  if (at < 1) throw nothingNamed(what, written);
  return written.slice(0, at);
}

async function riskAt(context: ReadContext, caller: Person, releaseId: string, what: string): Promise<RiskAnswer> {
  const view = await planNamed(context.database, caller, releaseId, { what });
  return showRisk(view.release, commentsOf(view), releaseIdOf(view), context.typePrefix);
}

/** The risk of a live release or template, whose id is that of the release and `/Risk`. Throws NotFound, Forbidden. */
export const renderRisk = (context: ReadContext, caller: Person, written: string): Promise<RiskAnswer> =>
  riskAt(context, caller, releaseBefore(written, /[/-]Risk$/, 'risk'), 'release');

const assessmentEnding = /[/-]Risk[/-]RiskAssessment[A-Za-z0-9]{1,100}$/;

/** One assessment of a release. Throws NotFound, Forbidden. */
export async function renderAssessment(
  context: ReadContext,
  caller: Person,
  written: string,
): Promise<AssessmentAnswer> {
  const releaseId = releaseBefore(written, assessmentEnding, 'risk assessment');
  const { riskAssessments } = await riskAt(context, caller, releaseId, 'release');
  const name = written.slice(written.lastIndexOf('RiskAssessment'));
  const found = riskAssessments.find(({ id }) => id.endsWith(`/${name}`));
  if (found === undefined) throw nothingNamed('risk assessment', written);
  return found;
}

/** Changes of the scores of a release, live or archived, oldest first. Throws NotFound, Forbidden. */
export async function renderRiskHistory(
  { database }: ReadContext,
  caller: Person,
  written: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ReturnType<typeof showRiskChange>[]> {
  const { id } = await releaseLocated(database, caller, written);
  // The entry before the page gives the previous value of its first one.
  const before = offset === 0 ? 0 : 1;
  const records = await listRiskHistory(database, id, { limit: limit + before, offset: offset - before });
  return records.slice(before).map((record, index) => showRiskChange(records[index + before - 1] ?? null, record));
}
