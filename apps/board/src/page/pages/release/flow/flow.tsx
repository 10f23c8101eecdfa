import type { PhaseResponse, ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { Component, type ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { StatusBadge } from '../../../components/status.tsx';
import { Pager, pageSize } from '../../../components/table.tsx';
import { taskTypeTitle } from '../../../live/task-types.ts';
import { Link } from '../../../navigation/link.tsx';
import { isPrinting } from '../../../navigation/print.ts';
import { location, navigate } from '../../../navigation/router.ts';
import { groupTasks } from '../plan.ts';
import { releaseUrl, type UrlState } from '../url-state.ts';
import { orderOf } from './order.ts';
import { OrderLines } from './order-lines.tsx';
import { flattenTasks, initialOffset, pageOf } from './page.ts';
import { PhaseOverview } from './phase-overview.tsx';

/** Creates a component that renders only if a property has changed. `render` must not use hooks or signals. */
const memoized = <Props extends object>(render: (props: Props) => ComponentChildren) =>
  class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const current = new Map(Object.entries(this.props));
      return Object.entries(next).some(([name, value]) => name !== 'children' && current.get(name) !== value);
    }
    override render(props: Props): ComponentChildren {
      return render(props);
    }
  };

/** The ids of the visible tasks, and of the groups around them that begin on an earlier page. */
interface VisibleTasks {
  readonly ids: ReadonlySet<string>;
  readonly continuedGroups: ReadonlySet<string>;
}

interface FlowContext {
  readonly releaseId: string;
  readonly urlState: UrlState;
  /** Null if all tasks are visible. */
  readonly visible: VisibleTasks | null;
}

interface CardProps extends FlowContext {
  readonly task: TaskResponse;
  /** The titles of the tasks in the same list that must complete before this task. */
  readonly predecessors: string;
  /** Whether lines show the same dependencies. */
  readonly isDrawn: boolean;
}

const CardTexts = ({ task, predecessors, isDrawn, releaseId, urlState }: CardProps) => (
  <>
    <h3>
      <Link to={releaseUrl(releaseId, urlState, task.id)}>{task.title}</Link>
    </h3>
    <p>
      <StatusBadge status={task.status} />
      <span class="type">{taskTypeTitle(task.type)}</span>
      {(task.owner ?? task.team) && <span class="owner">{task.owner ?? task.team}</span>}
      {predecessors !== '' && <span class={isDrawn ? 'type lined' : 'type'}>after {predecessors}</span>}
    </p>
  </>
);

const TaskCard = memoized((props: CardProps) => {
  const { task, releaseId, urlState, visible } = props;
  const nestedTasks = task.tasks && task.tasks.length > 0 && (
    <Tasks group={task} {...{ releaseId, urlState, visible }} />
  );
  return visible?.continuedGroups.has(task.id) ? (
    <div class="task">
      <CardTexts {...props} />
      <p class="type">continued</p>
      {nestedTasks}
    </div>
  ) : (
    <article class="task">
      <CardTexts {...props} />
      {nestedTasks}
    </article>
  );
});

interface TasksProps extends FlowContext {
  /** The group or phase that contains the tasks. */
  readonly group: Pick<TaskResponse, 'links' | 'tasks'>;
}

const isVisible = (visible: VisibleTasks | null, { id }: TaskResponse): boolean =>
  visible === null || visible.ids.has(id) || visible.continuedGroups.has(id);

function Tasks({ group, ...context }: TasksProps) {
  const tasks = groupTasks(group).filter(({ task }) => isVisible(context.visible, task));
  const links = group.links ?? [];
  const order = orderOf(
    tasks.map(({ task }) => task.id),
    links,
  );
  return (
    <ol class={links.length > 0 ? 'tasks ordered' : 'tasks'}>
      {tasks.map(({ task, predecessors }) => (
        <li key={task.id}>
          <OrderLines strands={order.strandsOf(task.id)} />
          <TaskCard task={task} predecessors={predecessors.join(', ')} isDrawn={order.isDrawn(task.id)} {...context} />
        </li>
      ))}
    </ol>
  );
}

type PhaseProps = FlowContext & { readonly phase: PhaseResponse };

const Phase = memoized(({ phase, ...context }: PhaseProps) => (
  <li>
    <section class="phase" aria-label={phase.title}>
      <h2>{phase.title}</h2>
      <StatusBadge status={phase.status} />
      <Tasks group={{ tasks: phase.tasks }} {...context} />
    </section>
  </li>
));

type FlowProps = Omit<FlowContext, 'visible'> & Pick<ReleaseResponse, 'phases'>;

/** Returns the visible tasks of a flow. The object changes only if its content changes. */
function useVisibleTasks(phases: ReleaseResponse['phases'], urlState: UrlState) {
  const flowTasks = useMemo(() => flattenTasks({ phases }), [phases]);
  // Computed once, so that the page does not change while the user reads.
  const openedOffset = useMemo(() => initialOffset(flowTasks, location.peek().query.get('task')), []);
  const page = useMemo(
    () => pageOf(flowTasks, urlState.from ?? openedOffset),
    [flowTasks, urlState.from, openedOffset],
  );
  const { total, ids, groupIds: continuedGroups } = page;
  const isComplete = total <= pageSize || isPrinting.value;
  const key = [...continuedGroups, '', ...ids].join('\n');
  const visible = useMemo(
    (): VisibleTasks | null => (isComplete ? null : { ids: new Set(ids), continuedGroups: new Set(continuedGroups) }),
    [isComplete, key],
  );
  return { page, visible };
}

/**
 * The flow of a release: phases side by side, with their tasks and nested groups below. A large release shows one page
 * of its tasks, and an overview of all phases.
 */
export function Flow({ phases, releaseId, urlState }: FlowProps) {
  const { page, visible } = useVisibleTasks(phases, urlState);
  const { from, count, total } = page;
  const goToPage = (to: number): void => navigate(releaseUrl(releaseId, { ...urlState, from: to }));
  // Used above and below the flow, because a page is many screens high.
  const pager = () => visible && <Pager from={from} count={count} hasMore={from + count < total} goToPage={goToPage} />;
  const columns =
    visible === null ? phases : phases.filter(({ tasks }) => tasks.some((task) => isVisible(visible, task)));
  return (
    <>
      {visible && (
        <PhaseOverview phases={phases} page={page} pageUrl={(to) => releaseUrl(releaseId, { ...urlState, from: to })} />
      )}
      {pager()}
      <ol class="flow">
        {columns.map((phase) => (
          <Phase key={phase.id} phase={phase} releaseId={releaseId} urlState={urlState} visible={visible} />
        ))}
      </ol>
      {pager()}
    </>
  );
}
