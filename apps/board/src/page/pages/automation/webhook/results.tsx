import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import { StatusLabel, type Tone } from '../../../components/marks/status.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { triggerPath } from '../triggers/columns.tsx';

const verdictLabels: Readonly<Record<ReceivedEventResponse['verdict'], readonly [Tone, string]>> = {
  ACCEPTED: ['done', t('Accepted')],
  REFUSED: ['failed', t('Rejected')],
  DUPLICATE: ['over', t('Duplicate')],
  UNDECIDED: ['waits', t('Pending')],
};

/** Whether a delivery was accepted. */
export function VerdictBadge({ verdict }: Pick<ReceivedEventResponse, 'verdict'>) {
  const [tone, label] = verdictLabels[verdict];
  return <StatusLabel tone={tone} label={label} />;
}

type Result = ReceivedEventResponse['results'][number];

const outcomeLabels: Readonly<Record<Result['outcome'], readonly [Tone, string]>> = {
  created: ['done', t('Release created')],
  completed: ['done', t('Task completed')],
  refused: ['failed', t('Rejected')],
  failed: ['failed', t('Failed')],
  skipped: ['over', t('Skipped')],
  filtered: ['over', t('Filtered out')],
  unasked: ['waits', t('Not checked')],
};

/** The result of a delivery for one trigger or task. */
export function OutcomeBadge({ outcome }: Pick<Result, 'outcome'>) {
  const [tone, label] = outcomeLabels[outcome];
  return <StatusLabel tone={tone} label={label} />;
}

const releaseSegment = (id: string): string => id.split('/').find((part) => part.startsWith('Release')) ?? '';

/** A link to the trigger or the waiting task that received a delivery. */
function Recipient({ triggerId, taskId }: Result) {
  if (triggerId !== undefined) return <Link to={triggerPath(triggerId)}>{lastSegment(triggerId)}</Link>;
  if (taskId === undefined) return null;
  const release = releaseSegment(taskId);
  if (release === '') return lastSegment(taskId);
  return <Link to={`/releases/${release}?task=${encodeURIComponent(lastSegment(taskId))}`}>{lastSegment(taskId)}</Link>;
}

interface Props {
  readonly results: readonly Result[];
  /** The text for an empty list. */
  readonly none: string;
}

/** The results of a delivery for triggers and waiting tasks, with their reasons. */
export const Results = ({ results, none }: Props) =>
  results.length === 0 ? (
    <p class="none">{none}</p>
  ) : (
    <ul class="files">
      {results.map((result, index) => (
        <li key={index}>
          <OutcomeBadge outcome={result.outcome} />{' '}
          {result.releaseId !== undefined && (
            <Link to={`/releases/${encodeURIComponent(lastSegment(result.releaseId))}`}>
              {lastSegment(result.releaseId)}
            </Link>
          )}{' '}
          by <Recipient {...result} />
          {result.reason !== undefined && `: ${result.reason}`}
        </li>
      ))}
    </ul>
  );
