import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { DisplayMessage } from '../../../api/language.ts';
import { Message } from '../../../components/message.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { lastSegment } from '../../../navigation/ids.ts';

type Reason = ExplanationResponse['reasons'][number];

interface Props {
  readonly release: Pick<ReleaseResponse, 'phases'>;
  /** Undefined until it is loaded. */
  readonly explanation: ExplanationResponse | undefined;
  /** The error of the request; null if there is none. */
  readonly refusal: DisplayMessage | null;
  readonly taskUrl: (id: string) => string;
}

/** The number of reasons that are visible before the user expands the list. */
const maxShown = 3;

/** Returns a function that returns the path of a task in a reason; null for tasks that the reason does not name. */
export function taskLinks({ taskId, before }: Reason, taskUrl: (id: string) => string): (id: string) => string | null {
  const ids = [...(taskId === undefined ? [] : [taskId]), ...before.map(({ id }) => id)];
  return (id) => {
    const fullId = ids.find((candidate) => lastSegment(candidate) === id);
    return fullId === undefined ? null : taskUrl(fullId);
  };
}

interface ListProps extends Pick<Props, 'taskUrl'> {
  readonly reasons: readonly Reason[];
}

const ReasonList = ({ reasons, taskUrl }: ListProps) => (
  <ul>
    {reasons.map((reason) => (
      <li key={`${reason.taskId} ${reason.kind}`}>
        <Message message={reason} linkTo={taskLinks(reason, taskUrl)} />
      </li>
    ))}
  </ul>
);

function ReasonText({ explanation, taskUrl }: Pick<Props, 'taskUrl'> & { readonly explanation: ExplanationResponse }) {
  const { reasons, count } = explanation;
  const [firstReason] = reasons;
  if (firstReason === undefined || count === 1)
    return <Message message={explanation} linkTo={firstReason && taskLinks(firstReason, taskUrl)} />;
  const hiddenReasons = reasons.slice(maxShown);
  return (
    <>
      <ReasonList reasons={reasons.slice(0, maxShown)} taskUrl={taskUrl} />
      {hiddenReasons.length > 0 && (
        <details>
          <summary>{count - maxShown} more</summary>
          <ReasonList reasons={hiddenReasons} taskUrl={taskUrl} />
          {count > reasons.length && <p>{count - reasons.length} more</p>}
        </details>
      )}
    </>
  );
}

/** Returns the expected number of reasons: one for each active task. */
function expectedLines({ phases }: Props['release']): number {
  const active = phases
    .flatMap(({ tasks }) => tasks.flatMap((task) => (task.tasks?.length ? task.tasks : [task])))
    .filter(({ status }) => status !== 'PLANNED' && !finishedStatuses.has(status));
  return Math.min(Math.max(active.length, 1), maxShown + 1);
}

const finishedStatuses: ReadonlySet<string> = new Set([
  'COMPLETED',
  'COMPLETED_IN_ADVANCE',
  'SKIPPED',
  'SKIPPED_IN_ADVANCE',
  'ABORTED',
]);

/**
 * The reasons why a release does not progress. Reserves their space while they load, so that the layout stays stable.
 */
export const Reasons = ({ release, explanation, refusal, taskUrl }: Props) =>
  refusal === null ? (
    <div class="reason" data-lines={expectedLines(release)}>
      {explanation && <ReasonText explanation={explanation} taskUrl={taskUrl} />}
    </div>
  ) : (
    <Refusal before="Couldn’t load what this release is waiting for. " message={refusal} />
  );
