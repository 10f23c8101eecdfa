import type { WaitingTaskAnswer } from '@slipway/wire';
import { Refusal } from '../../parts/refusal.tsx';
import type { Marks } from '../../parts/steps/marks.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';

interface Props {
  /** with which the last step was refused */
  readonly tasks: readonly WaitingTaskAnswer[];
  readonly shown: readonly WaitingTaskAnswer[];
  readonly marks: Marks;
}

/** Refused actions on tasks that have left the list, because another user has changed them meanwhile. */
export function Gone({ tasks, shown, marks }: Props) {
  const gone = tasks.filter((task) => !shown.some(({ id }) => id === task.id));
  if (gone.length === 0) return null;
  return (
    <ul class="files">
      {gone.map(({ id, title, release }) => (
        <li key={id}>
          <Link to={`/releases/${lastOf(release.id)}?task=${lastOf(id)}`}>{title}</Link>
          <Refusal sentence={marks.refused.value.get(id) ?? null} />
        </li>
      ))}
    </ul>
  );
}
