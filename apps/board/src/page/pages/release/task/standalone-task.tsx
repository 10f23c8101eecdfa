import { useComputed } from '@preact/signals';
import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { useEffect } from 'preact/hooks';
import type { DisplayMessage } from '../../../api/language.ts';
import { NotFound } from '../../../components/not-found.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { TaskDetails } from '../task-drawer.tsx';
import { releaseUrl, type UrlState } from '../url-state.ts';

interface Props {
  /** the last segment of the id of the release, which the user cannot view */
  readonly releaseId: string;
  /** the last segment of the id of the task */
  readonly id: string;
  readonly urlState: UrlState;
  /** why the release is not shown */
  readonly refusal: DisplayMessage;
}

/** A task as a page, for its participants who cannot view its release. */
export function StandaloneTask({ releaseId, id, urlState, refusal }: Props) {
  const topics: readonly Topic[] = [`task=${id}`];
  const taskEntity = useEntity<TaskResponse>(`/tasks/${encodeURIComponent(id)}`, topics);
  const task = taskEntity.value.value;
  const explanationEntity = useEntity<ExplanationResponse>(
    task === undefined ? null : `/tasks/${lastSegment(task.id)}/explain`,
    topics,
  );
  const comments = useComputed(() => taskEntity.value.value?.comments);
  const title = task?.title;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Slipway`;
  }, [title]);
  if (task === undefined)
    return (
      <NotFound kind="release" message={taskEntity.refusal.value && refusal} list={['/releases', 'All releases']} />
    );
  return (
    <section class="sheet">
      <h1>{task.title}</h1>
      <p class="none">You can view this task, but not its release and its other tasks.</p>
      <TaskDetails
        release={null}
        task={task}
        comments={comments}
        reasons={explanationEntity.value.value?.reasons ?? []}
        isArchived={false}
        topics={topics}
        act={taskEntity.updateOptimistically}
        refresh={taskEntity.refresh}
        taskUrl={(taskId) => releaseUrl(releaseId, urlState, taskId)}
      />
      <Link to="/tasks">My tasks</Link>
    </section>
  );
}
