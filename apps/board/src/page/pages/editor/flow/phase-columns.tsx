import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import GripVertical from '~icons/lucide/grip-vertical';
import Plus from '~icons/lucide/plus';
import { Icon } from '../../../components/marks/icon.tsx';
import { phaseColor } from '../../../components/marks/phase-color.ts';
import { isGate } from '../../../components/marks/task-kinds.ts';
import { TaskTypeIcon } from '../../../components/marks/task-type-icon.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { type Order, orderOf } from '../../release/flow/order.ts';
import { OrderLines } from '../../release/flow/order-lines.tsx';
import { Badges } from './badges.tsx';
import type { FlowActions } from './flow-actions.ts';
import { PhaseMenu, TaskMenu } from './menus.tsx';
import { TitleField } from './title-field.tsx';

interface AddTaskProps {
  /** The id of the phase or group. */
  readonly containerId: string;
  readonly title: string;
  readonly actions: FlowActions;
}

/** A button that adds a task at the end of a phase or group. */
function AddTask({ containerId, title, actions: { limits, add } }: AddTaskProps) {
  const reason = limits.reasonFor(containerId, 'add');
  return (
    <button
      type="button"
      class="add-task"
      disabled={limits.missing.plan !== null || reason !== null}
      title={reason ?? undefined}
      aria-label={t`Add task to ${title}`}
      onClick={() => add(containerId)}
    >
      <Icon of={Plus} />
      Add task
    </button>
  );
}

interface CardProps {
  readonly task: TaskResponse;
  readonly actions: FlowActions;
  /** The order of the tasks in the list of this card. */
  readonly order: Order;
  readonly containerId: string;
}

function Card({ task, actions, order, containerId }: CardProps) {
  const { id, title, type, tasks, links } = task;
  const { missing, reasonFor, firstPosition } = actions.limits;
  const isEditable = missing.plan === null;
  const isMovable = isEditable && reasonFor(id, 'move') === null;
  const isBeforeOpen =
    reasonFor(containerId, 'add') === null && actions.siblingPosition(id).position >= firstPosition(containerId);
  const isRenamed = actions.renamed.value === lastSegment(id);
  return (
    <li data-part={id} data-group={tasks && true} draggable={isMovable && !isRenamed}>
      <OrderLines strands={order.strandsOf(id)} />
      {isEditable && isBeforeOpen && (
        <button
          type="button"
          class="insert"
          aria-label={t`Add task before ${title}`}
          onClick={() => actions.add(containerId, actions.siblingPosition(id).position)}
        >
          <Icon of={Plus} size="small" />
        </button>
      )}
      <article class={isGate(type) ? 'task gate' : 'task'}>
        <div class="titled">
          {isMovable && (
            <span class="grip" aria-hidden="true">
              <Icon of={GripVertical} />
            </span>
          )}
          <TaskTypeIcon type={type} />
          <h3>
            {isRenamed ? (
              <TitleField
                title={title}
                save={(text) => actions.saveTitle(id, text)}
                close={() => actions.rename(null)}
              />
            ) : (
              <Link to={actions.taskUrl(id)}>{title}</Link>
            )}
          </h3>
          <TaskMenu task={task} actions={actions} />
        </div>
        <Badges task={task} predecessors={actions.predecessorsOf(id)} isDrawn={order.isDrawn(id)} />
        {tasks && tasks.length > 0 && <Cards containerId={id} tasks={tasks} links={links} actions={actions} />}
        {tasks?.length === 0 && <AddTask containerId={id} title={title} actions={actions} />}
      </article>
    </li>
  );
}

interface CardsProps {
  /** The id of the phase or group. */
  readonly containerId: string;
  readonly tasks: readonly TaskResponse[];
  readonly links?: TaskResponse['links'];
  readonly actions: FlowActions;
}

function Cards({ containerId, tasks, links = [], actions }: CardsProps) {
  const order = orderOf(
    tasks.map(({ id }) => id),
    links,
  );
  return (
    <ol class={links.length > 0 ? 'tasks ordered' : 'tasks'}>
      {tasks.map((task) => (
        <Card key={task.id} task={task} actions={actions} order={order} containerId={containerId} />
      ))}
    </ol>
  );
}

interface PhaseColumnsProps {
  readonly phases: readonly PhaseResponse[];
  readonly actions: FlowActions;
}

/** Phases as columns. The tasks of a group are nested in its card. */
export const PhaseColumns = ({ phases, actions }: PhaseColumnsProps) => (
  <>
    {phases.map(({ id, title, color, tasks }) => {
      const { position, size } = actions.siblingPosition(id);
      const { missing, reasonFor } = actions.limits;
      const isMovable = missing.plan === null && reasonFor(id, 'move') === null;
      return (
        <li key={id} data-part={id} data-phase draggable={isMovable}>
          <section class="phase" aria-label={title} style={{ '--phase': phaseColor(color, position) }}>
            <div class="titled">
              <h2>
                <button type="button" class="link" onClick={() => actions.open({ about: 'phase', id })}>
                  {title}
                </button>
              </h2>
              <span class="badge" title="Tasks">
                {size}
              </span>
              <PhaseMenu phase={{ id, title }} actions={actions} />
            </div>
            <Cards containerId={id} tasks={tasks} actions={actions} />
            <AddTask containerId={id} title={title} actions={actions} />
          </section>
        </li>
      );
    })}
  </>
);
