import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import { StatusLabel, type Tone } from '../../../components/status.tsx';

const verdictLabels: Readonly<Record<ReceivedEventResponse['verdict'], readonly [Tone, string]>> = {
  ACCEPTED: ['done', 'Accepted'],
  REFUSED: ['failed', 'Refused'],
  DUPLICATE: ['over', 'Duplicate'],
  UNDECIDED: ['waits', 'Not judged yet'],
};

/** Whether a request was accepted. */
export function VerdictBadge({ verdict }: Pick<ReceivedEventResponse, 'verdict'>) {
  const [tone, label] = verdictLabels[verdict];
  return <StatusLabel tone={tone} label={label} />;
}

type Result = ReceivedEventResponse['results'][number];

const outcomeLabels: Readonly<Record<Result['outcome'], readonly [Tone, string]>> = {
  created: ['done', 'Release created'],
  completed: ['done', 'Task completed'],
  refused: ['failed', 'Refused'],
  failed: ['failed', 'Failed'],
  skipped: ['over', 'Skipped'],
  filtered: ['over', 'Not wanted'],
  unasked: ['waits', 'Not checked'],
};

/** The outcome of a delivery at a trigger or task. */
export function OutcomeBadge({ outcome }: Pick<Result, 'outcome'>) {
  const [tone, label] = outcomeLabels[outcome];
  return <StatusLabel tone={tone} label={label} />;
}
