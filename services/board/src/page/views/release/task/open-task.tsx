import type { ExplanationAnswer, ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { useMemo } from 'preact/hooks';
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

/** A live task with its comments, which its release comes without. */
function LiveTask({ task, act, ...given }: TaskDrawerProps) {
  const own = useEntity<TaskAnswer>(`/tasks/${lastOf(task.id)}`, given.wanted);
  const comments = own.value.value?.comments;
  const commented = useMemo(() => (comments === undefined ? task : { ...task, comments }), [task, comments]);
  const actOnBoth: Act = (foreseen, done) =>
    act(foreseen, async () => {
      await own.foresee(foreseen, done);
      return own.value.peek() ?? foreseen;
    });
  return <TaskDrawer {...given} task={commented} act={actOnBoth} />;
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
  const Drawer = spot.isArchived ? TaskDrawer : LiveTask;
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
