import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { Message } from '../../../components/messages/message.tsx';
import type { NamedObject } from '../../../components/messages/parse-message.ts';
import { Refusal } from '../../../components/refusal.tsx';

type Reason = ExplanationResponse['reasons'][number];

interface Props {
  readonly release: Pick<ReleaseResponse, 'phases'>;
  /** undefined: not here yet */
  readonly explanation: ExplanationResponse | undefined;
  /** The refusal of REST; null: none */
  readonly refusal: string | null;
  readonly taskUrl: (id: string) => string;
}

/** The number of reasons that are shown at first. */
const maxShown = 3;

/** The tasks that a reason names, its own first. */
export const namedTasks = (
  { taskId, title, before }: Reason,
  addressOf: (id: string) => string,
): readonly NamedObject[] => [
  ...(taskId === undefined ? [] : [{ title, to: addressOf(taskId) }]),
  ...before.map((task) => ({ title: task.title, to: addressOf(task.id) })),
];

interface ListProps extends Pick<Props, 'taskUrl'> {
  readonly reasons: readonly Reason[];
}

const ReasonList = ({ reasons, taskUrl }: ListProps) => (
  <ul>
    {reasons.map((reason) => (
      <li key={`${reason.taskId} ${reason.kind}`}>
        <Message text={reason.sentence} namedObjects={namedTasks(reason, taskUrl)} />
      </li>
    ))}
  </ul>
);

function ReasonText({ explanation, taskUrl }: Pick<Props, 'taskUrl'> & { readonly explanation: ExplanationResponse }) {
  const { reasons, count } = explanation;
  const [firstReason] = reasons;
  if (firstReason === undefined || count === 1)
    return <Message text={explanation.sentence} namedObjects={firstReason && namedTasks(firstReason, taskUrl)} />;
  const hiddenReasons = reasons.slice(maxShown);
  return (
    <>
      <ReasonList reasons={reasons.slice(0, maxShown)} taskUrl={taskUrl} />
      {hiddenReasons.length > 0 && (
        <details>
          <summary>And {count - maxShown} more</summary>
          <ReasonList reasons={hiddenReasons} taskUrl={taskUrl} />
          {count > reasons.length && <p>And {count - reasons.length} more.</p>}
        </details>
      )}
    </>
  );
}

/** The expected number of reasons: one for each running task. */
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

/** Why a release does not move. Its place is kept until that is known, so that nothing moves when it comes. */
export const Reasons = ({ release, explanation, refusal, taskUrl }: Props) =>
  refusal === null ? (
    <div class="reason" data-lines={expectedLines(release)}>
      {explanation && <ReasonText explanation={explanation} taskUrl={taskUrl} />}
    </div>
  ) : (
    <Refusal sentence={`Why it does not move is not known: ${refusal}`} />
  );
