import { useComputed, useSignal } from '@preact/signals';
import type { ExplanationAnswer, ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import type { Entity } from '../../../data/entity.ts';
import { useEntity } from '../../../live/use-entity.ts';
import type { Want } from '../../../live/wants.ts';
import { LostTask } from '../../../parts/dead-end.tsx';
import { lastOf } from '../../../place/ids.ts';
import { go, place } from '../../../place/router.ts';
import type { Act } from '../actions.ts';
import { taskIn, withTask } from '../plan.ts';
import { addressOf, type Spot } from '../spot.ts';
import { TaskDrawer, type TaskDrawerProps } from '../task-drawer.tsx';

/** A live task with its comments, which its release comes without. When they come, they alone are drawn. */
function LiveTask({ act, ...given }: Omit<TaskDrawerProps, 'comments'>) {
  const { task, wanted } = given;
  const own = useEntity<TaskAnswer>(`/tasks/${lastOf(task.id)}`, wanted);
  const comments = useComputed(() => own.value.value?.comments);
  const actOnBoth: Act = (foreseen, done) =>
    act(foreseen, async () => {
      const added = foreseen.comments.slice(task.comments.length);
      await own.foresee({ ...foreseen, comments: [...(comments.peek() ?? []), ...added] }, done);
      return own.value.peek() ?? foreseen;
    });
  return <TaskDrawer {...given} act={actOnBoth} comments={comments} />;
}

/** An archived task, which nothing changes any more. */
function ArchivedTask(given: Omit<TaskDrawerProps, 'comments'>) {
  const comments = useSignal(given.task.comments);
  return <TaskDrawer {...given} comments={comments} />;
}

interface Props {
  readonly shown: Entity<ReleaseAnswer>;
  readonly release: ReleaseAnswer;
  readonly explanation: ExplanationAnswer | undefined;
  readonly wanted: readonly Want[];
  readonly spot: Spot;
}

/** The task that the address names, in a drawer. */
export function OpenTask({ shown, release, explanation, wanted, spot }: Props) {
  const id = place.value.query.get('task');
  if (id === null) return null;
  const close = (): void => go(addressOf(release.id, spot));
  const task = taskIn(release, id);
  if (task === undefined) return <LostTask of="release" close={close} />;
  const Drawer = spot.isArchived ? ArchivedTask : LiveTask;
  return (
    <Drawer
      key={task.id}
      release={release}
      task={task}
      reasons={explanation?.reasons ?? []}
      isArchived={spot.isArchived}
      wanted={wanted}
      refresh={shown.refresh}
      act={(foreseen, done) =>
        shown.foresee(withTask(release, foreseen), async () => {
          const now = await done();
          return withTask(shown.value.peek() ?? release, now);
        })
      }
      addressOfTask={(id) => addressOf(release.id, spot, id)}
      close={close}
    />
  );
}
