import type { Risk } from './query.ts';

/** The minimum scores of the risk levels. */
export interface Thresholds {
  readonly attentionNeededFrom: number;
  readonly atRiskFrom: number;
}

const riskLevels: Readonly<Record<Risk, readonly [tone: string, shape: string, word: string]>> = {
  OK: ['idle', '○', 'On track'],
  ATTENTION_NEEDED: ['waits', '◔', 'Needs attention'],
  AT_RISK: ['failed', '▲', 'At risk'],
};

/** Returns the label of a risk level. */
export const riskLabel = (risk: Risk): string => riskLevels[risk][2];

function riskAt(score: number, { attentionNeededFrom, atRiskFrom }: Thresholds): Risk {
  if (score >= atRiskFrom) return 'AT_RISK';
  return score >= attentionNeededFrom ? 'ATTENTION_NEEDED' : 'OK';
}

interface Props {
  readonly score: number;
  /** Undefined until they are loaded. */
  readonly thresholds: Thresholds | undefined;
}

/** A risk score with the label and shape of its level. */
export function RiskBadge({ score, thresholds }: Props) {
  if (thresholds === undefined) return score;
  const [tone, shape, label] = riskLevels[riskAt(score, thresholds)];
  return (
    <span class={`status ${tone}`}>
      <span class="shape" aria-hidden="true">
        {shape}
      </span>
      {label} ({score})
    </span>
  );
}
