import type { PhaseAnswer, ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { useMemo } from 'preact/hooks';
import { titleOfType } from '../../../live/task-types.ts';
import { StatusMark } from '../../../parts/status.tsx';
import { Pager, rowsOfPage } from '../../../parts/table.tsx';
import { unlessSame } from '../../../parts/unless-same.ts';
import { Link } from '../../../place/link.tsx';
import { isOnPaper } from '../../../place/paper.ts';
import { go, place } from '../../../place/router.ts';
import { tasksIn } from '../plan.ts';
import { addressOf, type Spot } from '../spot.ts';
import { orderOf } from './order.ts';
import { OrderLines } from './order-lines.tsx';
import { Overview } from './overview.tsx';
import { pageOf, placedIn, startFor } from './page.ts';

/** Which tasks of a plan are shown, by their ids; groups around them begin on a page before. */
interface Shown {
  readonly ids: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
}

interface Place {
  readonly releaseId: string;
  readonly spot: Spot;
  /** null: all of them */
  readonly shown: Shown | null;
}

interface CardProps extends Place {
  readonly task: TaskAnswer;
  /** titles of the tasks beside it that it waits for, as one text */
  readonly before: string;
  /** Whether lines show the same */
  readonly isDrawn: boolean;
}

const CardTexts = ({ task, before, isDrawn, releaseId, spot }: CardProps) => (
  <>
    <h3>
      <Link to={addressOf(releaseId, spot, task.id)}>{task.title}</Link>
    </h3>
    <p>
      <StatusMark status={task.status} />
      <span class="type">{titleOfType(task.type)}</span>
      {(task.owner ?? task.team) && <span class="owner">{task.owner ?? task.team}</span>}
      {before !== '' && <span class={isDrawn ? 'type lined' : 'type'}>after {before}</span>}
    </p>
  </>
);

const TaskCard = unlessSame((props: CardProps) => {
  const { task, releaseId, spot, shown } = props;
  const inside = task.tasks && task.tasks.length > 0 && <Tasks group={task} {...{ releaseId, spot, shown }} />;
  return shown?.around.has(task.id) ? (
    <div class="task">
      <CardTexts {...props} />
      <p class="type">continued</p>
      {inside}
    </div>
  ) : (
    <article class="task">
      <CardTexts {...props} />
      {inside}
    </article>
  );
});

interface TasksProps extends Place {
  /** what they are in: a group, or a phase */
  readonly group: Pick<TaskAnswer, 'links' | 'tasks'>;
}

const isShown = (shown: Shown | null, { id }: TaskAnswer): boolean =>
  shown === null || shown.ids.has(id) || shown.around.has(id);

function Tasks({ group, ...given }: TasksProps) {
  const tasks = tasksIn(group).filter(({ task }) => isShown(given.shown, task));
  const links = group.links ?? [];
  const order = orderOf(
    tasks.map(({ task }) => task.id),
    links,
  );
  return (
    <ol class={links.length > 0 ? 'tasks ordered' : 'tasks'}>
      {tasks.map(({ task, before }) => (
        <li key={task.id}>
          <OrderLines strands={order.strandsOf(task.id)} />
          <TaskCard task={task} before={before.join(', ')} isDrawn={order.isDrawn(task.id)} {...given} />
        </li>
      ))}
    </ol>
  );
}

type PhaseProps = Place & { readonly phase: PhaseAnswer };

const Phase = unlessSame(({ phase, ...given }: PhaseProps) => (
  <li>
    <section class="phase" aria-label={phase.title}>
      <h2>{phase.title}</h2>
      <StatusMark status={phase.status} />
      <Tasks group={{ tasks: phase.tasks }} {...given} />
    </section>
  </li>
));

type FlowProps = Omit<Place, 'shown'> & Pick<ReleaseAnswer, 'phases'>;

/** What is shown of a flow: the same value for as long as that is the same. */
function useShown(phases: ReleaseAnswer['phases'], spot: Spot) {
  const placed = useMemo(() => placedIn({ phases }), [phases]);
  // The page at the time of opening: it does not change while the user reads
  const start = useMemo(() => startFor(placed, place.peek().query.get('task')), []);
  const page = useMemo(() => pageOf(placed, spot.from ?? start), [placed, spot.from, start]);
  const { total, ids, around } = page;
  const isWhole = total <= rowsOfPage || isOnPaper.value;
  const written = [...around, '', ...ids].join('\n');
  const shown = useMemo(
    (): Shown | null => (isWhole ? null : { ids: new Set(ids), around: new Set(around) }),
    [isWhole, written],
  );
  return { page, shown };
}

/**
 * A release as it flows: phases side by side, their tasks below each other, those of groups within these. Of a large one a
 * page of its tasks, and all phases.
 */
export function Flow({ phases, releaseId, spot }: FlowProps) {
  const { page, shown } = useShown(phases, spot);
  const { from, count, total } = page;
  const turn = (to: number): void => go(addressOf(releaseId, { ...spot, from: to }));
  // at both ends: a page is many screens high
  const pager = () => shown && <Pager from={from} count={count} hasMore={from + count < total} turn={turn} />;
  const columns = shown === null ? phases : phases.filter(({ tasks }) => tasks.some((task) => isShown(shown, task)));
  return (
    <>
      {shown && (
        <Overview phases={phases} page={page} addressOfPage={(to) => addressOf(releaseId, { ...spot, from: to })} />
      )}
      {pager()}
      <ol class="flow">
        {columns.map((phase) => (
          <Phase key={phase.id} phase={phase} releaseId={releaseId} spot={spot} shown={shown} />
        ))}
      </ol>
      {pager()}
    </>
  );
}
