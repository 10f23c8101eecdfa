import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { PhaseResponse, ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { Component, type ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { phaseColor } from '../../../components/marks/phase-color.ts';
import { isFinished } from '../../../components/marks/status.tsx';
import { isParallelGroup } from '../../../components/marks/task-kinds.ts';
import { Pager, pageSize } from '../../../components/table.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { itemsOfFirstPaint } from '../../../navigation/first-paint.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { isPrinting } from '../../../navigation/print.ts';
import { location, navigate } from '../../../navigation/router.ts';
import { availableReleaseActions } from '../actions.ts';
import { groupTasks } from '../plan.ts';
import { releaseUrl, type UrlState } from '../url-state.ts';
import { FlowList } from './flow-list.tsx';
import { orderOf } from './order.ts';
import { OrderLines } from './order-lines.tsx';
import { flattenTasks, initialOffset, pageOf } from './page.ts';
import { PhaseHead, type PhaseHeadProps } from './phase-head.tsx';
import { PhaseOverview } from './phase-overview.tsx';
import { type CardProps, CardTexts, cardClass } from './task-card.tsx';

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

interface FlowContext extends Pick<CardProps, 'releaseId' | 'urlState'> {
  /** Null if all tasks are visible. */
  readonly visible: VisibleTasks | null;
  /** The ids of the tasks that are planned to start in a blackout. */
  readonly inBlackout: ReadonlySet<string>;
  /** The maximum number of tasks of each phase and group in the first paint. */
  readonly maxTasks: number;
}

const TaskCard = memoized(({ visible, inBlackout, maxTasks, ...card }: FlowContext & CardProps) => {
  const { task, releaseId, urlState } = card;
  const context: FlowContext = { releaseId, urlState, visible, inBlackout, maxTasks };
  const nestedTasks = task.tasks && task.tasks.length > 0 && (
    <Tasks group={task} isParallel={isParallelGroup(task.type)} {...context} />
  );
  return visible?.continuedGroups.has(task.id) ? (
    <div class={cardClass(task)}>
      <CardTexts {...card} />
      <p class="type">continued</p>
      {nestedTasks}
    </div>
  ) : (
    <article class={cardClass(task)}>
      <CardTexts {...card} />
      {nestedTasks}
    </article>
  );
});

interface TasksProps extends FlowContext {
  /** The group or phase that contains the tasks. */
  readonly group: Pick<TaskResponse, 'links' | 'tasks'>;
  readonly isParallel?: boolean;
}

const isVisible = (visible: VisibleTasks | null, { id }: TaskResponse): boolean =>
  visible === null || visible.ids.has(id) || visible.continuedGroups.has(id);

/** Whether the tasks are lanes beside each other: the tasks of a small parallel group without an order. */
const isLanes = ({ links = [], tasks = [] }: TasksProps['group']): boolean => links.length === 0 && tasks.length > 1;

function Tasks({ group, isParallel = false, ...context }: TasksProps) {
  const tasks = groupTasks(group).filter(({ task }) => isVisible(context.visible, task));
  const links = group.links ?? [];
  const order = orderOf(
    tasks.map(({ task }) => task.id),
    links,
  );
  const names = ['tasks', links.length > 0 && 'ordered', isParallel && isLanes(group) && 'lanes'];
  return (
    <ol class={names.filter((name) => name !== false).join(' ')}>
      {tasks.slice(0, context.maxTasks).map(({ task, predecessors }) => (
        <li key={task.id}>
          <OrderLines strands={order.strandsOf(task.id)} />
          <TaskCard
            task={task}
            predecessors={predecessors.join(', ')}
            isDrawn={order.isDrawn(task.id)}
            isInBlackout={context.inBlackout.has(task.id)}
            {...context}
          />
        </li>
      ))}
    </ol>
  );
}

interface PhaseProps extends FlowContext, PhaseHeadProps {
  readonly isLast: boolean;
}

/** Whether a phase needs more space, because it has a group with tasks side by side. */
const hasLanes = ({ tasks }: PhaseResponse): boolean =>
  tasks.some((task) => isParallelGroup(task.type) && isLanes(task));

const Phase = memoized(({ phase, index, isLast, estimatedStart, estimatedEnd, canRestart, ...context }: PhaseProps) => (
  <li class={`${hasLanes(phase) ? 'wide' : ''} ${isLast ? 'last-phase' : ''}`}>
    <section class="phase" aria-label={phase.title} style={{ '--phase': phaseColor(phase.color, index) }}>
      <PhaseHead {...{ phase, index, estimatedStart, estimatedEnd, canRestart }} />
      <Tasks group={{ tasks: phase.tasks }} {...context} />
    </section>
  </li>
));

/** The smallest height of a card, and the smallest distance of the first card from the top, in pixels. */
const [minCardHeight, minTop] = [64, 400];
/** The smallest width of a phase, and the smallest width of the page beside the flow, in pixels. */
const [minPhaseWidth, minAside] = [280, 240];
/** Each screen shows the beginning of two phases. */
const minPhases = 2;

/** Returns the number of phases that the first paint shows, and of tasks in each phase and group; else Infinity. */
function limitsOfFirstPaint() {
  // The flow scrolls to the task of an open panel.
  if (location.peek().query.has('task')) return { maxPhases: Infinity, maxTasks: Infinity };
  const maxTasks = itemsOfFirstPaint(minCardHeight, minTop);
  const fittingPhases = Math.ceil((window.innerWidth - minAside) / minPhaseWidth);
  return { maxPhases: maxTasks === Infinity ? Infinity : Math.max(minPhases, fittingPhases), maxTasks };
}

interface FlowProps {
  readonly release: ReleaseResponse;
  readonly urlState: UrlState;
  readonly topics: readonly Topic[];
}

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

/** Returns the ids of the tasks that are planned to start in a blackout. The object changes only with its content. */
function useTasksInBlackout({ $metadata }: ReleaseResponse): ReadonlySet<string> {
  const key = $metadata.blackout.conflicts.map(({ id }) => id).join('\n');
  return useMemo(() => new Set(key.split('\n')), [key]);
}

/**
 * The flow of a release: phases side by side, with their tasks and nested groups below. A large release shows one page
 * of its tasks, and an overview of all phases.
 */
export function Flow({ release, urlState, topics }: FlowProps) {
  const { id: releaseId, phases } = release;
  const { page, visible } = useVisibleTasks(phases, urlState);
  const { from, count, total } = page;
  const hasEstimates = total <= pageSize && !urlState.isArchived && !isFinished(release);
  const estimates = useEntity<PreviewResponse>(
    hasEstimates ? `/releases/${lastSegment(releaseId)}/preview` : null,
    topics,
  ).value.value;
  const inBlackout = useTasksInBlackout(release);
  const { maxPhases, maxTasks } = limitsOfFirstPaint();
  const canRestart =
    !urlState.isArchived &&
    availableReleaseActions(release).canRestart &&
    missingPermissionOn(release, 'restartRelease') === null;
  const goToPage = (to: number): void => navigate(releaseUrl(releaseId, { ...urlState, from: to }));
  const isPhaseVisible = ({ tasks }: PhaseResponse): boolean =>
    visible === null || tasks.some((task) => isVisible(visible, task));
  const visiblePhases = phases.filter(isPhaseVisible);
  const shownPhases = new Set(visiblePhases.slice(0, maxPhases));
  const lastPhase = visiblePhases.at(-1);
  // Used above and below the flow, because a page is many screens high.
  const pager = () => visible && <Pager from={from} count={count} hasMore={from + count < total} goToPage={goToPage} />;
  return (
    <>
      {visible && (
        <PhaseOverview phases={phases} page={page} pageUrl={(to) => releaseUrl(releaseId, { ...urlState, from: to })} />
      )}
      {pager()}
      <FlowList>
        {phases.map((phase, index) => {
          if (!shownPhases.has(phase)) return null;
          const estimate = estimates?.phases.find(({ id }) => id === phase.id);
          return (
            <Phase
              key={phase.id}
              phase={phase}
              index={index}
              isLast={phase === lastPhase}
              estimatedStart={estimate?.startDate}
              estimatedEnd={estimate?.endDate}
              {...{ releaseId, urlState, visible, inBlackout, maxTasks, canRestart }}
            />
          );
        })}
      </FlowList>
      {pager()}
    </>
  );
}
