import type { ReceivedEventAnswer } from '@slipway/wire';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { addressOfTrigger } from '../triggers/columns.tsx';
import { OutcomeOf } from './verdict.tsx';

type Result = ReceivedEventAnswer['results'][number];

const lastButTask = (id: string): string => id.split('/').find((part) => part.startsWith('Release')) ?? '';

/** Who has made something of a delivery: a trigger, or a task that waited. */
function Listener({ triggerId, taskId }: Result) {
  if (triggerId !== undefined) return <Link to={addressOfTrigger(triggerId)}>{lastOf(triggerId)}</Link>;
  if (taskId === undefined) return null;
  const release = lastButTask(taskId);
  if (release === '') return lastOf(taskId);
  return <Link to={`/releases/${release}?task=${encodeURIComponent(lastOf(taskId))}`}>{lastOf(taskId)}</Link>;
}

interface Props {
  readonly results: readonly Result[];
  /** The text without results */
  readonly none: string;
}

/** What triggers and waiting tasks make of a delivery, each with its reason. */
export const Results = ({ results, none }: Props) =>
  results.length === 0 ? (
    <p class="none">{none}</p>
  ) : (
    <ul class="files">
      {results.map((result, index) => (
        <li key={index}>
          <OutcomeOf outcome={result.outcome} />{' '}
          {result.releaseId !== undefined && (
            <Link to={`/releases/${encodeURIComponent(lastOf(result.releaseId))}`}>{lastOf(result.releaseId)}</Link>
          )}{' '}
          by <Listener {...result} />
          {result.reason !== undefined && `: ${result.reason}`}
        </li>
      ))}
    </ul>
  );
