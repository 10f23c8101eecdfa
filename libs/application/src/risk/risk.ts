import { releaseIdOf } from '@slipway/api-schema/plans';
import { showRisk, showRiskChange } from '@slipway/api-schema/risk';
import type { ObjectKind } from '@slipway/domain/messages';
import { notFound } from '@slipway/domain/model';
import type { FlagComments } from '@slipway/domain/risk';
import type { Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence/plans';
import { listRiskHistory } from '@slipway/persistence/risk';
import type { ReadContext } from '../model/context.ts';
import { getPlan, getReleaseLocation } from '../plans/find.ts';

type RiskResponse = ReturnType<typeof showRisk>;
type AssessmentResponse = RiskResponse['riskAssessments'][number];

const commentsOf =
  ({ release, passive, details: rest }: ReleaseView): FlagComments =>
  (id) =>
    id === release.id ? passive.flagComment : rest.tasks.get(id)?.flagComment;

/** Returns the id of a release from the id of an object in it, by the ending of that id. Throws NotFound. */
function releaseIdBefore(rawId: string, ending: RegExp, objectKind: ObjectKind): string {
  const index = rawId.search(ending);
  if (index < 1) throw notFound(objectKind, rawId);
  return rawId.slice(0, index);
}

async function renderRiskOf(
  context: ReadContext,
  caller: Person,
  releaseId: string,
  objectKind: ObjectKind,
): Promise<RiskResponse> {
  const view = await getPlan(context.database, caller, releaseId, { what: objectKind });
  return showRisk(view.release, commentsOf(view), releaseIdOf(view), context.typePrefix);
}

/**
 * Renders the risk of a live release or template. Its id is the id of the release with `/Risk`. Throws NotFound,
 * Forbidden.
 */
export const renderRisk = (context: ReadContext, caller: Person, rawId: string): Promise<RiskResponse> =>
  renderRiskOf(context, caller, releaseIdBefore(rawId, /[/-]Risk$/, 'risk'), 'release');

const assessmentEnding = /[/-]Risk[/-]RiskAssessment[A-Za-z0-9]{1,100}$/;

/** Renders one assessment of a release. Throws NotFound, Forbidden. */
export async function renderAssessment(
  context: ReadContext,
  caller: Person,
  rawId: string,
): Promise<AssessmentResponse> {
  const releaseId = releaseIdBefore(rawId, assessmentEnding, 'riskAssessment');
  const { riskAssessments } = await renderRiskOf(context, caller, releaseId, 'release');
  const name = rawId.slice(rawId.lastIndexOf('RiskAssessment'));
  const match = riskAssessments.find(({ id }) => id.endsWith(`/${name}`));
  if (match === undefined) throw notFound('riskAssessment', rawId);
  return match;
}

/** Renders the score changes of a live or archived release, oldest first. Throws NotFound, Forbidden. */
export async function renderRiskHistory(
  { database }: ReadContext,
  caller: Person,
  rawId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ReturnType<typeof showRiskChange>[]> {
  const { id } = await getReleaseLocation(database, caller, rawId);
  // The entry before the page gives the previous value of its first one.
  const before = offset === 0 ? 0 : 1;
  const records = await listRiskHistory(database, id, { limit: limit + before, offset: offset - before });
  return records.slice(before).map((record, index) => showRiskChange(records[index + before - 1] ?? null, record));
}
