import type { PhaseAnswer, TaskAnswer } from '@slipway/wire';
import { titleOfType } from '../../../live/task-types.ts';
import { Link } from '../../../place/link.tsx';
import { type Order, orderOf } from '../../release/flow/order.ts';
import { OrderLines } from '../../release/flow/order-lines.tsx';

/** The actions in the flow of a plan. */
export interface Asks {
  /** the address of a task */
  readonly addressOf: (id: string) => string;
  /** titles of the tasks beside a task that it waits for */
  readonly before: (id: string) => readonly string[];
  readonly openTask: (id: string) => void;
  readonly openPhase: (id: string) => void;
  /** adds a task at the end of a phase */
  readonly add: (id: string) => void;
  readonly lacking: string | null;
}

/** What people have to know of a task before they look at it. */
const marksOf = ({ owner, team, locked, precondition, tags }: TaskAnswer): readonly string[] => [
  ...((owner ?? team) ? [owner ?? team ?? ''] : []),
  ...(locked ? ['locked'] : []),
  ...(precondition ? ['has a precondition'] : []),
  ...(tags.length > 0 ? [tags.join(', ')] : []),
];

interface CardProps {
  readonly task: TaskAnswer;
  readonly asks: Asks;
  /** of the list that it is in */
  readonly order: Order;
}

function Card({ task, asks, order }: CardProps) {
  const { id, title, type, tasks, links } = task;
  const before = asks.before(id);
  return (
    <li data-part={id} data-group={tasks && true} draggable={asks.lacking === null}>
      <OrderLines strands={order.strandsOf(id)} />
      <article class="task">
        <div class="titled">
          <h3>
            <Link to={asks.addressOf(id)}>{title}</Link>
          </h3>
          <button type="button" class="quiet" aria-label={`Steps for ${title}`} onClick={() => asks.openTask(id)}>
            ⋯
          </button>
        </div>
        <p>
          <span class="type">{titleOfType(type)}</span>
          {marksOf(task).map((mark) => (
            <span key={mark} class="owner">
              {mark}
            </span>
          ))}
          {before.length > 0 && (
            <span class={order.isDrawn(id) ? 'owner lined' : 'owner'}>after {before.join(', ')}</span>
          )}
        </p>
        {tasks && tasks.length > 0 && <Cards tasks={tasks} links={links} asks={asks} />}
      </article>
    </li>
  );
}

interface CardsProps {
  readonly tasks: readonly TaskAnswer[];
  readonly links?: TaskAnswer['links'];
  readonly asks: Asks;
}

function Cards({ tasks, links = [], asks }: CardsProps) {
  const order = orderOf(
    tasks.map(({ id }) => id),
    links,
  );
  return (
    <ol class={links.length > 0 ? 'tasks ordered' : 'tasks'}>
      {tasks.map((task) => (
        <Card key={task.id} task={task} asks={asks} order={order} />
      ))}
    </ol>
  );
}

interface ColumnsProps {
  readonly phases: readonly PhaseAnswer[];
  readonly asks: Asks;
}

/** Phases side by side, their tasks below each other, those of groups within these. */
export const Columns = ({ phases, asks }: ColumnsProps) => (
  <>
    {phases.map(({ id, title, tasks }) => (
      <li key={id} data-part={id} data-phase draggable={asks.lacking === null}>
        <section class="phase" aria-label={title}>
          <div class="titled">
            <h2>{title}</h2>
            <button
              type="button"
              class="quiet"
              aria-label={`Steps for phase ${title}`}
              onClick={() => asks.openPhase(id)}
            >
              ⋯
            </button>
          </div>
          <Cards tasks={tasks} asks={asks} />
          <button
            type="button"
            class="quiet"
            disabled={asks.lacking !== null}
            aria-label={`Add a task to ${title}`}
            onClick={() => asks.add(id)}
          >
            + Task
          </button>
        </section>
      </li>
    ))}
  </>
);
