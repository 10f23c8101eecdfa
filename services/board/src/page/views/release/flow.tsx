import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { StatusMark } from '../../parts/status.tsx';
import { unlessSame } from '../../parts/unless-same.ts';
import { Link } from '../../place/link.tsx';
import { tasksIn, typeWord } from './plan.ts';
import { addressOf, type Spot } from './spot.ts';

interface Place {
  readonly releaseId: string;
  readonly spot: Spot;
}

interface CardProps extends Place {
  readonly task: TaskAnswer;
  /** titles of the tasks beside it that it waits for, as one text */
  readonly before: string;
}

const TaskCard = unlessSame(({ task, before, ...place }: CardProps) => {
  const word = typeWord(task.type);
  return (
    <li>
      <article class="task">
        <h3>
          <Link to={addressOf(place.releaseId, place.spot, task.id)}>{task.title}</Link>
        </h3>
        <p>
          <StatusMark status={task.status} />
          {word !== 'task' && <span class="type">{word}</span>}
          {(task.owner ?? task.team) && <span class="owner">{task.owner ?? task.team}</span>}
          {before !== '' && <span class="type">after {before}</span>}
        </p>
        {task.tasks && task.tasks.length > 0 && <Tasks group={task} {...place} />}
      </article>
    </li>
  );
});

interface TasksProps extends Place {
  /** what they are in: a group, or a phase */
  readonly group: Pick<TaskAnswer, 'links' | 'tasks'>;
}

const Tasks = ({ group, ...place }: TasksProps) => (
  <ol class="tasks">
    {tasksIn(group).map(({ task, before }) => (
      <TaskCard key={task.id} task={task} before={before.join(', ')} {...place} />
    ))}
  </ol>
);

/** A release as it flows: phases side by side, their tasks below each other, those of groups within these. */
export const Flow = unlessSame(({ phases, ...place }: Place & Pick<ReleaseAnswer, 'phases'>) => (
  <ol class="flow">
    {phases.map((phase) => (
      <li key={phase.id}>
        <section class="phase" aria-label={phase.title}>
          <h2>{phase.title}</h2>
          <StatusMark status={phase.status} />
          <Tasks group={{ tasks: phase.tasks }} {...place} />
        </section>
      </li>
    ))}
  </ol>
));
