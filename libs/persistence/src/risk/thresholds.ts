import type { RiskThresholds } from '@slipway/domain/risk';
import type { Connection } from '../database/database.ts';

const statements = {
  read: {
    name: 'read-risk-thresholds',
    text: 'select attention_needed_from as "attentionNeededFrom", at_risk_from as "atRiskFrom" from risk_settings',
  },
  store: {
    name: 'store-risk-thresholds',
    text: 'update risk_settings set attention_needed_from = $1, at_risk_from = $2',
  },
};

/** The default scores from which releases need attention, and are at risk. */
export async function readRiskThresholds(connection: Connection): Promise<RiskThresholds> {
  const [row] = await connection.query<RiskThresholds>(statements.read);
  if (row === undefined) throw new Error('risk_settings has no row');
  return row;
}

export async function storeRiskThresholds(connection: Connection, thresholds: RiskThresholds): Promise<void> {
  await connection.query(statements.store, [thresholds.attentionNeededFrom, thresholds.atRiskFrom]);
}
