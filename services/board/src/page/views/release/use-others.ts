import { useSignal } from '@preact/signals';
import type { ActivityAnswer, TaskAnswer } from '@slipway/wire';
import { useEffect, useRef } from 'preact/hooks';
import { read } from '../../data/rest.ts';
import { statusWord } from '../../parts/status.tsx';
import { announce } from '../../place/announce.ts';
import { lastOf } from '../../place/ids.ts';
import type { Act } from './actions.ts';

type Changed = Pick<TaskAnswer, 'id' | 'title' | 'status'>;

/** What was done last to a task, and by whom; else only how it stands. */
async function toldOf({ id, title, status }: Changed): Promise<string> {
  const now = `${title}: ${statusWord(status)}`;
  try {
    const last = (await read<readonly ActivityAnswer[]>(`/activities/${lastOf(id)}`)).at(-1);
    return last === undefined ? now : `${now}. ${last.username}: ${last.message}`;
  } catch {
    return now;
  }
}

/** What others have done to a task while it is looked at, and acts that tell one's own from that. */
export function useOthers(task: Changed, act: Act) {
  const told = useSignal<string | null>(null);
  const acting = useRef(0);
  const { id, status } = task;
  const known = useRef(status);
  useEffect(() => {
    const isOther = known.current !== status && acting.current === 0;
    known.current = status;
    let isOver = false;
    if (isOther)
      void toldOf(task).then((sentence) => {
        if (isOver) return;
        told.value = sentence;
        announce(sentence);
      });
    return () => {
      isOver = true;
    };
  }, [id, status]);
  const ownAct: Act = async (foreseen, done) => {
    told.value = null;
    acting.current += 1;
    try {
      await act(foreseen, done);
    } finally {
      acting.current -= 1;
    }
  };
  return { told: told.value, act: ownAct };
}
