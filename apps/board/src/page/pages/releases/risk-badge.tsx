import type { Risk } from './query.ts';

/** From which scores on releases need attention, and are at risk. */
export interface Thresholds {
  readonly attentionNeededFrom: number;
  readonly atRiskFrom: number;
}

const riskLevels: Readonly<Record<Risk, readonly [tone: string, shape: string, word: string]>> = {
  OK: ['idle', '○', 'On track'],
  ATTENTION_NEEDED: ['waits', '◔', 'Needs attention'],
  AT_RISK: ['failed', '▲', 'At risk'],
};

/** The label of a risk. */
export const riskLabel = (risk: Risk): string => riskLevels[risk][2];

function riskAt(score: number, { attentionNeededFrom, atRiskFrom }: Thresholds): Risk {
  if (score >= atRiskFrom) return 'AT_RISK';
  return score >= attentionNeededFrom ? 'ATTENTION_NEEDED' : 'OK';
}

interface Props {
  readonly score: number;
  /** undefined: not loaded */
  readonly thresholds: Thresholds | undefined;
}

/** A score by word and shape. */
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
