import type { ReceivedEventAnswer } from '@slipway/wire';
import { Mark, type Tone } from '../../../parts/status.tsx';

const verdicts: Readonly<Record<ReceivedEventAnswer['verdict'], readonly [Tone, string]>> = {
  ACCEPTED: ['done', 'Accepted'],
  REFUSED: ['failed', 'Refused'],
  DUPLICATE: ['over', 'Duplicate'],
  UNDECIDED: ['waits', 'Not judged yet'],
};

/** Whether a request was accepted. */
export function Verdict({ verdict }: Pick<ReceivedEventAnswer, 'verdict'>) {
  const [tone, word] = verdicts[verdict];
  return <Mark tone={tone} word={word} />;
}

type Result = ReceivedEventAnswer['results'][number];

const outcomes: Readonly<Record<Result['outcome'], readonly [Tone, string]>> = {
  created: ['done', 'Release created'],
  completed: ['done', 'Task completed'],
  refused: ['failed', 'Refused'],
  failed: ['failed', 'Failed'],
  skipped: ['over', 'Skipped'],
  filtered: ['over', 'Not wanted'],
  unasked: ['waits', 'Not checked'],
};

/** What a trigger or task has made of a delivery. */
export function OutcomeOf({ outcome }: Pick<Result, 'outcome'>) {
  const [tone, word] = outcomes[outcome];
  return <Mark tone={tone} word={word} />;
}
