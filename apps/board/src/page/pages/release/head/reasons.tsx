import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useId } from 'preact/hooks';
import Clock from '~icons/lucide/clock';
import type { Retry } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { Avatar } from '../../../components/marks/avatar.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Message } from '../../../components/message.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { leafTasks } from './progress.ts';

type Reason = ExplanationResponse['reasons'][number];

interface Props {
  readonly release: Pick<ReleaseResponse, 'phases'>;
  /** Undefined until it is loaded. */
  readonly explanation: ExplanationResponse | undefined;
  /** The error of the request; null if there is none. */
  readonly refusal: DisplayMessage | null;
  readonly retry: Retry;
  readonly taskUrl: (id: string) => string;
}

/** The number of reasons that are visible before the user expands the list. */
const maxShown = 4;

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

function ReasonItem({ reason, taskUrl }: Pick<Props, 'taskUrl'> & { readonly reason: Reason }) {
  const { taskId, owner, team } = reason;
  const name = owner ?? team ?? null;
  const isTeam = team !== undefined && (owner === undefined || owner === team);
  return (
    <li>
      {taskId !== undefined && <Avatar name={name} isTeam={isTeam} isNamed />}
      <span>
        <Message message={reason} linkTo={taskLinks(reason, taskUrl)} />
      </span>
      {taskId !== undefined && (
        <Link to={taskUrl(taskId)} class="button small" label={t`Open ${reason.title}`}>
          Open
        </Link>
      )}
    </li>
  );
}

const ReasonList = ({ reasons, taskUrl }: ListProps) => (
  <ul>
    {reasons.map((reason) => (
      <ReasonItem key={`${reason.taskId} ${reason.kind}`} reason={reason} taskUrl={taskUrl} />
    ))}
  </ul>
);

type LoadedProps = Pick<Props, 'taskUrl'> & { readonly explanation: ExplanationResponse };

function LoadedReasons({ explanation: { reasons, count }, taskUrl }: LoadedProps) {
  const hidden = reasons.slice(maxShown);
  return (
    <>
      <ReasonList reasons={reasons.slice(0, maxShown)} taskUrl={taskUrl} />
      {hidden.length > 0 && (
        <details class="more">
          <summary>{count - maxShown} more</summary>
          <ReasonList reasons={hidden} taskUrl={taskUrl} />
          {count > reasons.length && <p>{count - reasons.length} more</p>}
        </details>
      )}
    </>
  );
}

/** Returns the expected number of reasons: one for each active task. */
function expectedCount({ phases }: Props['release']): number {
  const active = leafTasks(phases.flatMap(({ tasks }) => tasks)).filter(
    ({ status }) => status !== 'PLANNED' && !finishedStatuses.has(status),
  );
  return Math.max(active.length, 1);
}

/** The statuses of tasks that have ended. */
export const finishedStatuses: ReadonlySet<string> = new Set([
  'COMPLETED',
  'COMPLETED_IN_ADVANCE',
  'SKIPPED',
  'SKIPPED_IN_ADVANCE',
  'ABORTED',
]);

/** Empty lines in place of the reasons, so that the layout stays stable when they load. */
const Placeholder = ({ count }: { readonly count: number }) => (
  <>
    <ul aria-hidden="true">
      {Array.from({ length: Math.min(count, maxShown) }, (_, index) => (
        <li key={index} />
      ))}
    </ul>
    {count > maxShown && <p class="more" />}
  </>
);

/** What a release waits for, each with who has to act and a way there. It is absent if nothing waits. */
export function Reasons({ release, explanation, refusal, retry, taskUrl }: Props) {
  const headingId = useId();
  if (refusal !== null)
    return <Refusal before="Couldn’t load what this release is waiting for. " message={refusal} retry={retry} />;
  if (explanation?.count === 0) return null;
  const count = explanation?.count ?? expectedCount(release);
  return (
    <section class="card reason waiting" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Icon of={Clock} />
        Waiting for
      </h2>
      {explanation ? <LoadedReasons explanation={explanation} taskUrl={taskUrl} /> : <Placeholder count={count} />}
    </section>
  );
}
