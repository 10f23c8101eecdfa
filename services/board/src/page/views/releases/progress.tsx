import { useEffect, useRef } from 'preact/hooks';
import { watch } from '../../live/wants.ts';
import { Moment, Unknown } from '../../parts/moment.tsx';
import { whenSeen } from '../../place/seen.ts';
import type { Outlooks } from './outlooks.ts';

interface Props {
  /** of the release, its last segment */
  readonly id: string;
  readonly outlooks: Outlooks;
}

/** The share of completed tasks of a release, loaded when it is first visible. */
export function Progress({ id, outlooks }: Props) {
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = shown.current;
    if (element === null) return;
    let unfollow = (): void => {};
    const forget = whenSeen(element, () => {
      unfollow = outlooks.follow(id);
    });
    // All rows of a page at once, because a changed subscription restarts the stream
    const unwatch = watch(`release=${id}`, () => {});
    return () => {
      forget();
      unfollow();
      unwatch();
    };
  }, [id, outlooks]);
  const tasks = outlooks.of(id).value?.tasks;
  return (
    <span ref={shown}>
      {tasks === undefined ? (
        <Unknown />
      ) : (
        <>
          <progress value={tasks.done} max={Math.max(1, tasks.all - tasks.skipped)} aria-hidden="true" /> {tasks.done}{' '}
          of {tasks.all}
          {tasks.skipped > 0 && `, ${tasks.skipped} skipped`}
        </>
      )}
    </span>
  );
}

/** The estimated end of a release, from its preview. */
export function Foreseen({ id, outlooks }: Props) {
  const outlook = outlooks.of(id).value;
  return outlook === undefined ? <Unknown /> : <Moment at={outlook.endDate} />;
}
