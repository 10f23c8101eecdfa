import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { taskTypeTitle } from '../../../live/task-types.ts';
import { Link } from '../../../navigation/link.tsx';
import { type Order, orderOf } from '../../release/flow/order.ts';
import { OrderLines } from '../../release/flow/order-lines.tsx';

/** The actions in the flow of a plan. */
export interface FlowActions {
  /** Returns the address of a task. */
  readonly taskUrl: (id: string) => string;
  /** Returns the titles of the tasks in the same group that a task waits for. */
  readonly predecessorsOf: (id: string) => readonly string[];
  readonly openTask: (id: string) => void;
  readonly openPhase: (id: string) => void;
  /** Adds a task at the end of a phase. */
  readonly add: (id: string) => void;
  readonly missingPermission: string | null;
}

/** The labels on the card of a task: assignee, lock, precondition and tags. */
const taskBadges = ({ owner, team, locked, precondition, tags }: TaskResponse): readonly string[] => [
  ...((owner ?? team) ? [owner ?? team ?? ''] : []),
  ...(locked ? ['Locked'] : []),
  ...(precondition ? ['Precondition'] : []),
  ...(tags.length > 0 ? [tags.join(', ')] : []),
];

interface CardProps {
  readonly task: TaskResponse;
  readonly actions: FlowActions;
  /** The order of the tasks in the list of this card. */
  readonly order: Order;
}

function Card({ task, actions, order }: CardProps) {
  const { id, title, type, tasks, links } = task;
  const predecessors = actions.predecessorsOf(id);
  return (
    <li data-part={id} data-group={tasks && true} draggable={actions.missingPermission === null}>
      <OrderLines strands={order.strandsOf(id)} />
      <article class="task">
        <div class="titled">
          <h3>
            <Link to={actions.taskUrl(id)}>{title}</Link>
          </h3>
          <button
            type="button"
            class="quiet"
            aria-label={`More actions for ${title}`}
            onClick={() => actions.openTask(id)}
          >
            ⋯
          </button>
        </div>
        <p>
          <span class="type">{taskTypeTitle(type)}</span>
          {taskBadges(task).map((badge) => (
            <span key={badge} class="owner">
              {badge}
            </span>
          ))}
          {predecessors.length > 0 && (
            <span class={order.isDrawn(id) ? 'owner lined' : 'owner'}>after {predecessors.join(', ')}</span>
          )}
        </p>
        {tasks && tasks.length > 0 && <Cards tasks={tasks} links={links} actions={actions} />}
      </article>
    </li>
  );
}

interface CardsProps {
  readonly tasks: readonly TaskResponse[];
  readonly links?: TaskResponse['links'];
  readonly actions: FlowActions;
}

function Cards({ tasks, links = [], actions }: CardsProps) {
  const order = orderOf(
    tasks.map(({ id }) => id),
    links,
  );
  return (
    <ol class={links.length > 0 ? 'tasks ordered' : 'tasks'}>
      {tasks.map((task) => (
        <Card key={task.id} task={task} actions={actions} order={order} />
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
    {phases.map(({ id, title, tasks }) => (
      <li key={id} data-part={id} data-phase draggable={actions.missingPermission === null}>
        <section class="phase" aria-label={title}>
          <div class="titled">
            <h2>{title}</h2>
            <button
              type="button"
              class="quiet"
              aria-label={`Phase actions for ${title}`}
              onClick={() => actions.openPhase(id)}
            >
              ⋯
            </button>
          </div>
          <Cards tasks={tasks} actions={actions} />
          <button
            type="button"
            class="quiet"
            disabled={actions.missingPermission !== null}
            aria-label={`Add task to ${title}`}
            onClick={() => actions.add(id)}
          >
            Add task
          </button>
        </section>
      </li>
    ))}
  </>
);
