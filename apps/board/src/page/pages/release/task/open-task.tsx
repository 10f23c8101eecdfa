import { useComputed, useSignal } from '@preact/signals';
import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { useEffect, useRef } from 'preact/hooks';
import type { Entity } from '../../../api/entity.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { TaskTypeIcon } from '../../../components/marks/task-type-icon.tsx';
import { NotFound, TaskNotFound } from '../../../components/not-found.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { taskTypeTitle } from '../../../live/task-types.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { location, navigate, replaceUrl } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import type { Act } from '../actions.ts';
import { findTask, withTask } from '../plan.ts';
import { releaseUrl, type UrlState } from '../url-state.ts';
import { TaskDrawer, type TaskDrawerProps } from './task-drawer.tsx';
import { PanelActions, TaskBody, type TaskDetailsProps, TaskStatus, useTaskPanel } from './task-panel.tsx';

/** The head and the content of a task that is a page of its own. */
function TaskPage(details: TaskDetailsProps) {
  const { task } = details;
  const state = useTaskPanel(details);
  return (
    <>
      <header class="panel-head">
        <p class="above">
          <TaskTypeIcon type={task.type} />
          <span>{taskTypeTitle(task.type)}</span>
        </p>
        <div class="row wrapped">
          <h1>{task.title}</h1>
          <TaskStatus task={task} />
        </div>
        <p class="none">You cannot view its release.</p>
        <PanelActions task={task} state={state} />
      </header>
      <TaskBody {...details} state={state} />
    </>
  );
}

interface StandaloneProps {
  /** The last segment of the id of the release, which the user cannot view. */
  readonly releaseId: string;
  /** The last segment of the id of the task. */
  readonly id: string;
  readonly urlState: UrlState;
  /** The error of the request for the release. */
  readonly refusal: DisplayMessage;
}

/** A task as a page of its own, for users who can view the task but not its release. */
export function StandaloneTask({ releaseId, id, urlState, refusal }: StandaloneProps) {
  const topics: readonly Topic[] = [`task=${id}`];
  const taskEntity = useEntity<TaskResponse>(`/tasks/${encodeURIComponent(id)}`, topics);
  const task = taskEntity.value.value;
  const explanationEntity = useEntity<ExplanationResponse>(
    task === undefined ? null : `/tasks/${lastSegment(task.id)}/explain`,
    topics,
  );
  const comments = useComputed(() => taskEntity.value.value?.comments);
  useEffect(() => {
    if (task) document.title = t`${task.title} · Slipway`;
  }, [task?.title]);
  if (task === undefined)
    return (
      <NotFound
        kind="release"
        message={taskEntity.refusal.value && refusal}
        list={['/releases', t('All releases')]}
        retry={taskEntity.retry}
      />
    );
  return (
    <section class="sheet card task-page">
      <TaskPage
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
      <Link to="/tasks">Home</Link>
    </section>
  );
}

/** A live task. Its comments are not part of the release, so they are loaded and rendered separately. */
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

/** An archived task, which is read-only. */
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

/** A drawer with the task that the URL selects. */
export function OpenTask({ entity, release, explanation, topics, urlState }: Props) {
  const lastFocused = useRef<string | null>(null);
  const id = location.value.query.get('task');
  if (id === null) return null;
  const taskUrl = (task?: string): string => releaseUrl(release.id, urlState, task);
  const close = (): void => navigate(taskUrl());
  const task = findTask(release, id);
  if (task === undefined) return <TaskNotFound container="release" close={close} />;
  const Content = urlState.isArchived ? ArchivedTask : LiveTask;
  return (
    <Dialog title={task.title} close={close} kind="panel" hasOwnHead>
      <Content
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
        taskUrl={taskUrl}
        show={(id) => replaceUrl(taskUrl(id))}
        close={close}
        lastFocused={lastFocused}
      />
    </Dialog>
  );
}
