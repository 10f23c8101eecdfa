import type { Risk } from './query.ts';

/** From which scores on releases need attention, and are at risk. */
export interface Thresholds {
  readonly attentionNeededFrom: number;
  readonly atRiskFrom: number;
}

const marks: Readonly<Record<Risk, readonly [tone: string, shape: string, word: string]>> = {
  OK: ['idle', '○', 'OK'],
  ATTENTION_NEEDED: ['waits', '◔', 'Needs attention'],
  AT_RISK: ['failed', '▲', 'At risk'],
};

/** What a risk is called. */
export const riskWord = (risk: Risk): string => marks[risk][2];

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
export function RiskMark({ score, thresholds }: Props) {
  if (thresholds === undefined) return score;
  const [tone, shape, word] = marks[riskAt(score, thresholds)];
  return (
    <span class={`status ${tone}`}>
      <span class="shape" aria-hidden="true">
        {shape}
      </span>
      {word} ({score})
    </span>
  );
}
