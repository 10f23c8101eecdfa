import { t } from '../../navigation/text.ts';
/** The levels of risk, the lowest first. */
export const risks = ['OK', 'ATTENTION_NEEDED', 'AT_RISK'] as const;
export type Risk = (typeof risks)[number];

/** The minimum scores of the risk levels. */
export interface Thresholds {
  readonly attentionNeededFrom: number;
  readonly atRiskFrom: number;
}

const riskLevels: Readonly<Record<Risk, readonly [level: string, word: string]>> = {
  OK: ['ok', t('Low')],
  ATTENTION_NEEDED: ['attention', t('Needs attention')],
  AT_RISK: ['high', t('At risk')],
};

/** Returns the label of a risk level. */
export const riskLabel = (risk: Risk): string => riskLevels[risk][1];

function riskAt(score: number, { attentionNeededFrom, atRiskFrom }: Thresholds): Risk {
  if (score >= atRiskFrom) return 'AT_RISK';
  return score >= attentionNeededFrom ? 'ATTENTION_NEEDED' : 'OK';
}

interface Props {
  readonly score: number;
  /** Undefined until they are loaded. */
  readonly thresholds: Thresholds | undefined;
}

/** A risk score with the label of its level and a meter with three bars. */
export function RiskBadge({ score, thresholds }: Props) {
  if (thresholds === undefined) return score;
  const [level, label] = riskLevels[riskAt(score, thresholds)];
  return (
    <span class={`risk ${level}`}>
      <span class="meter" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {label} <span class="faint number">{score}</span>
    </span>
  );
}
