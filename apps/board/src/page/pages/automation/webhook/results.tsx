import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import { StatusLabel, type Tone } from '../../../components/marks/status.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment, triggerPath } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';

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

const noTopics: readonly Topic[] = [];

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

interface TitleProps {
  /** The path of the view. */
  readonly to: string;
  /** The list in REST that contains the object. */
  readonly list: 'triggers' | 'tasks' | 'releases';
  readonly id: string;
}

/** A link with the title of an object, or with its id if the user cannot view it. */
function TitleLink({ to, list, id }: TitleProps) {
  const key = lastSegment(id);
  const { value, refusal } = useEntity<{ readonly title: string }>(`/${list}/${encodeURIComponent(key)}`, noTopics);
  return <Link to={to}>{value.value?.title ?? (refusal.value === null ? '…' : key)}</Link>;
}

/** A link to the trigger or the waiting task that received a delivery. */
function Recipient({ triggerId, taskId }: Result) {
  if (triggerId !== undefined) return <TitleLink to={triggerPath(triggerId)} list="triggers" id={triggerId} />;
  if (taskId === undefined) return null;
  const release = releaseSegment(taskId);
  const key = lastSegment(taskId);
  if (release === '') return key;
  return <TitleLink to={`/releases/${release}?task=${encodeURIComponent(key)}`} list="tasks" id={taskId} />;
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
            <TitleLink
              to={`/releases/${encodeURIComponent(lastSegment(result.releaseId))}`}
              list="releases"
              id={result.releaseId}
            />
          )}{' '}
          by <Recipient {...result} />
          {result.reason !== undefined && `: ${result.reason}`}
        </li>
      ))}
    </ul>
  );
