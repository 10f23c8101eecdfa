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

/** How many of its tasks a release has behind it; it is found out when somebody first sees this. */
export function Progress({ id, outlooks }: Props) {
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = shown.current;
    if (element === null) return;
    let unfollow = (): void => {};
    const forget = whenSeen(element, () => {
      unfollow = outlooks.follow(id);
    });
    // all rows of a page at once: a stream that has to watch more begins anew
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

/** When a release would end, as its preview tells. */
export function Foreseen({ id, outlooks }: Props) {
  const outlook = outlooks.of(id).value;
  return outlook === undefined ? <Unknown /> : <Moment at={outlook.endDate} />;
}
