import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { StatusMark } from '../../parts/status.tsx';
import { Link } from '../../place/link.tsx';
import { tasksIn, typeWord } from './plan.ts';
import { addressOf, type Spot } from './spot.ts';

interface Place {
  readonly release: Pick<ReleaseAnswer, 'id' | 'phases'>;
  readonly spot: Spot;
}

interface CardProps extends Place {
  readonly task: TaskAnswer;
  /** titles of the tasks beside it that it waits for */
  readonly before: readonly string[];
}

function TaskCard({ task, before, ...place }: CardProps) {
  const word = typeWord(task.type);
  return (
    <li>
      <article class="task">
        <h3>
          <Link to={addressOf(place.release.id, place.spot, task.id)}>{task.title}</Link>
        </h3>
        <p>
          <StatusMark status={task.status} />
          {word !== 'task' && <span class="type">{word}</span>}
          {(task.owner ?? task.team) && <span class="owner">{task.owner ?? task.team}</span>}
          {before.length > 0 && <span class="type">after {before.join(', ')}</span>}
        </p>
        {task.tasks && task.tasks.length > 0 && <Tasks group={task} {...place} />}
      </article>
    </li>
  );
}

interface TasksProps extends Place {
  /** what they are in: a group, or a phase */
  readonly group: Pick<TaskAnswer, 'links' | 'tasks'>;
}

const Tasks = ({ group, ...place }: TasksProps) => (
  <ol class="tasks">
    {tasksIn(group).map(({ task, before }) => (
      <TaskCard key={task.id} task={task} before={before} {...place} />
    ))}
  </ol>
);

/** A release as it flows: phases side by side, their tasks below each other, those of groups within these. */
export const Flow = ({ release, spot }: Place) => (
  <ol class="flow">
    {release.phases.map((phase) => (
      <li key={phase.id}>
        <section class="phase" aria-label={phase.title}>
          <h2>{phase.title}</h2>
          <StatusMark status={phase.status} />
          <Tasks group={{ tasks: phase.tasks }} release={release} spot={spot} />
        </section>
      </li>
    ))}
  </ol>
);
