import type { RiskRecord } from '@slipway/domain/decision';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';

/** The columns of the risk history of a release, with their types. */
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

const historyStatement = {
  name: 'list-risk-history',
  text: `select at, score, total_score as "totalScore", risk_profile as "riskProfile", username, assessments
    from risk_history where release_id = $1 order by seq limit $2 offset $3`,
};

/** Lists the changes of the risk scores of a live or archived release, oldest first. */
export const listRiskHistory = (
  connection: Connection,
  releaseId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly RiskRecord[]> => connection.query<RiskRecord>(historyStatement, [releaseId, limit, offset]);

/** Releases with a changed risk profile. */
interface OutdatedReleases {
  /** The current common version of all profiles. */
  readonly version: number;
  /** Unfinished releases whose scores were calculated with an older version of their profile. */
  readonly ids: readonly string[];
}

/** Reads the few profile names that have changed, and looks up each in an index of releases. */
const outdatedStatement = {
  name: 'releases-behind-profile',
  text: `select version, array(
      select r.id from risk_references n, lateral (
        select id from live_releases where risk_key = n.key and risk_version < n.version limit $1) r
      limit $1) as ids
    from risk_settings`,
};

/** Returns up to `limit` releases whose scores are older than their profile. */
export async function findOutdatedReleases(connection: Connection, limit: number): Promise<OutdatedReleases> {
  const [row] = await connection.query<OutdatedReleases>(outdatedStatement, [limit]);
  if (row === undefined) throw new Error('risk_settings has no row');
  return row;
}
