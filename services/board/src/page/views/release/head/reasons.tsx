import type { ExplanationAnswer, ReleaseAnswer } from '@slipway/wire';
import { Refusal } from '../../../parts/refusal.tsx';
import type { Named } from '../../../parts/sentences/pieces.ts';
import { Sentence } from '../../../parts/sentences/sentence.tsx';

type Reason = ExplanationAnswer['reasons'][number];

interface Props {
  readonly release: Pick<ReleaseAnswer, 'phases'>;
  /** undefined: not here yet */
  readonly explanation: ExplanationAnswer | undefined;
  /** The refusal of REST; null: none */
  readonly refusal: string | null;
  readonly addressOfTask: (id: string) => string;
}

/** The number of reasons that are shown at first. */
const mostShown = 3;

/** The tasks that a reason names, its own first. */
export const namedBy = ({ taskId, title, before }: Reason, addressOf: (id: string) => string): readonly Named[] => [
  ...(taskId === undefined ? [] : [{ title, to: addressOf(taskId) }]),
  ...before.map((task) => ({ title: task.title, to: addressOf(task.id) })),
];

interface ListProps extends Pick<Props, 'addressOfTask'> {
  readonly reasons: readonly Reason[];
}

const List = ({ reasons, addressOfTask }: ListProps) => (
  <ul>
    {reasons.map((reason) => (
      <li key={`${reason.taskId} ${reason.kind}`}>
        <Sentence text={reason.sentence} named={namedBy(reason, addressOfTask)} />
      </li>
    ))}
  </ul>
);

function Told({
  explanation,
  addressOfTask,
}: Pick<Props, 'addressOfTask'> & { readonly explanation: ExplanationAnswer }) {
  const { reasons, count } = explanation;
  const [only] = reasons;
  if (only === undefined || count === 1)
    return <Sentence text={explanation.sentence} named={only && namedBy(only, addressOfTask)} />;
  const rest = reasons.slice(mostShown);
  return (
    <>
      <List reasons={reasons.slice(0, mostShown)} addressOfTask={addressOfTask} />
      {rest.length > 0 && (
        <details>
          <summary>And {count - mostShown} more</summary>
          <List reasons={rest} addressOfTask={addressOfTask} />
          {count > reasons.length && <p>And {count - reasons.length} more.</p>}
        </details>
      )}
    </>
  );
}

/** The expected number of reasons: one for each running task. */
function linesFor({ phases }: Props['release']): number {
  const active = phases
    .flatMap(({ tasks }) => tasks.flatMap((task) => (task.tasks?.length ? task.tasks : [task])))
    .filter(({ status }) => status !== 'PLANNED' && !isOver.has(status));
  return Math.min(Math.max(active.length, 1), mostShown + 1);
}

const isOver: ReadonlySet<string> = new Set([
  'COMPLETED',
  'COMPLETED_IN_ADVANCE',
  'SKIPPED',
  'SKIPPED_IN_ADVANCE',
  'ABORTED',
]);

/** Why a release does not move. Its place is kept until that is known, so that nothing moves when it comes. */
export const Reasons = ({ release, explanation, refusal, addressOfTask }: Props) =>
  refusal === null ? (
    <div class="reason" data-lines={linesFor(release)}>
      {explanation && <Told explanation={explanation} addressOfTask={addressOfTask} />}
    </div>
  ) : (
    <Refusal sentence={`Why it does not move is not known: ${refusal}`} />
  );
