import { useComputed, useSignal } from '@preact/signals';
import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import type { Entity } from '../../../api/entity.ts';
import { TaskNotFound } from '../../../components/not-found.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { location, navigate } from '../../../navigation/router.ts';
import type { Act } from '../actions.ts';
import { findTask, withTask } from '../plan.ts';
import { TaskDrawer, type TaskDrawerProps } from '../task-drawer.tsx';
import { releaseUrl, type UrlState } from '../url-state.ts';

/** A live task with its comments, which its release comes without. When they come, they alone are drawn. */
function LiveTask({ act, ...drawerProps }: Omit<TaskDrawerProps, 'comments'>) {
  const { task, topics } = drawerProps;
  const taskEntity = useEntity<TaskResponse>(`/tasks/${lastSegment(task.id)}`, topics);
  const comments = useComputed(() => taskEntity.value.value?.comments);
  const actOnBoth: Act = (expected, send) =>
    act(expected, async () => {
      const newComments = expected.comments.slice(task.comments.length);
      await taskEntity.updateOptimistically(
        { ...expected, comments: [...(comments.peek() ?? []), ...newComments] },
        send,
      );
      return taskEntity.value.peek() ?? expected;
    });
  return <TaskDrawer {...drawerProps} act={actOnBoth} comments={comments} />;
}

/** An archived task, which nothing changes any more. */
function ArchivedTask(drawerProps: Omit<TaskDrawerProps, 'comments'>) {
  const comments = useSignal(drawerProps.task.comments);
  return <TaskDrawer {...drawerProps} comments={comments} />;
}

interface Props {
  readonly entity: Entity<ReleaseResponse>;
  readonly release: ReleaseResponse;
  readonly explanation: ExplanationResponse | undefined;
  readonly topics: readonly Topic[];
  readonly urlState: UrlState;
}

/** The task that the address names, in a drawer. */
export function OpenTask({ entity, release, explanation, topics, urlState }: Props) {
  const id = location.value.query.get('task');
  if (id === null) return null;
  const close = (): void => navigate(releaseUrl(release.id, urlState));
  const task = findTask(release, id);
  if (task === undefined) return <TaskNotFound container="release" close={close} />;
  const Drawer = urlState.isArchived ? ArchivedTask : LiveTask;
  return (
    <Drawer
      key={task.id}
      release={release}
      task={task}
      reasons={explanation?.reasons ?? []}
      isArchived={urlState.isArchived}
      topics={topics}
      refresh={entity.refresh}
      act={(expected, send) =>
        entity.updateOptimistically(withTask(release, expected), async () => {
          const updatedTask = await send();
          return withTask(entity.value.peek() ?? release, updatedTask);
        })
      }
      taskUrl={(id) => releaseUrl(release.id, urlState, id)}
      close={close}
    />
  );
}
