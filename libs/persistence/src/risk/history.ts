import type { RiskRecord } from '@slipway/domain/decision';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';

/** Columns of a change of the scores of a release, with their types. */
export const riskColumns = {
  at: 'timestamptz',
  score: 'int',
  total_score: 'int',
  risk_profile: 'text',
  username: 'text',
  assessments: 'jsonb',
} as const;

export const toRiskRecord = ({ at, score, totalScore, riskProfile, username, assessments }: RiskRecord) => ({
  at: timestamp(at),
  score,
  total_score: totalScore,
  risk_profile: riskProfile,
  username,
  assessments,
});

const listStatement = {
  name: 'list-risk-history',
  text: `select at, score, total_score as "totalScore", risk_profile as "riskProfile", username, assessments
    from risk_history where release_id = $1 order by seq limit $2 offset $3`,
};

/** Changes of the scores of a release, live or archived, oldest first. */
export const listRiskHistory = (
  connection: Connection,
  releaseId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly RiskRecord[]> => connection.query<RiskRecord>(listStatement, [releaseId, limit, offset]);
