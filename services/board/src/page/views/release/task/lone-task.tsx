import { useComputed } from '@preact/signals';
import type { ExplanationAnswer, TaskAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { useEntity } from '../../../live/use-entity.ts';
import type { Want } from '../../../live/wants.ts';
import { DeadEnd } from '../../../parts/dead-end.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { addressOf, type Spot } from '../spot.ts';
import { TaskDetails } from '../task-drawer.tsx';

interface Props {
  /** the last segment of the id of the release, which the user cannot view */
  readonly releaseId: string;
  /** the last segment of the id of the task */
  readonly id: string;
  readonly spot: Spot;
  /** why the release is not shown */
  readonly sentence: string;
}

/** A task as a page, for its participants who cannot view its release. */
export function LoneTask({ releaseId, id, spot, sentence }: Props) {
  const wanted: readonly Want[] = [`task=${id}`];
  const shown = useEntity<TaskAnswer>(`/tasks/${encodeURIComponent(id)}`, wanted);
  const task = shown.value.value;
  const why = useEntity<ExplanationAnswer>(task === undefined ? null : `/tasks/${lastOf(task.id)}/explain`, wanted);
  const comments = useComputed(() => shown.value.value?.comments);
  const title = task?.title;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Slipway`;
  }, [title]);
  if (task === undefined)
    return <DeadEnd what="release" sentence={shown.refusal.value && sentence} list={['/releases', 'All releases']} />;
  return (
    <section class="sheet">
      <h1>{task.title}</h1>
      <p class="none">You can view this task, but not its release and its other tasks.</p>
      <TaskDetails
        release={null}
        task={task}
        comments={comments}
        reasons={why.value.value?.reasons ?? []}
        isArchived={false}
        wanted={wanted}
        act={shown.foresee}
        refresh={shown.refresh}
        addressOfTask={(each) => addressOf(releaseId, spot, each)}
      />
      <Link to="/tasks">My tasks</Link>
    </section>
  );
}
