import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ActivityAnswer, TaskAnswer } from '@slipway/wire';
import { useEffect, useRef } from 'preact/hooks';
import { read } from '../../data/rest.ts';
import { me } from '../../data/session.ts';
import { statusWord } from '../../parts/status.tsx';
import { announce } from '../../place/announce.ts';
import { lastOf } from '../../place/ids.ts';
import type { Act } from './actions.ts';
import { product } from './comments.tsx';

type Changed = Pick<TaskAnswer, 'id' | 'title' | 'status' | 'owner' | 'team'> &
  Partial<Pick<TaskAnswer, 'scheduledStartDate' | 'dueDate' | 'conditions' | 'approvalVerdicts'>>;

/** The members of a task that other users may change meanwhile, as one text. */
const stateOf = (task: Changed): string => {
  const ticked = task.conditions?.map(({ checked }) => checked);
  const { status, owner, team, scheduledStartDate, dueDate, approvalVerdicts } = task;
  return JSON.stringify([status, owner, team, scheduledStartDate, dueDate, ticked, approvalVerdicts?.length]);
};

/** The latest activity of a task with its user; otherwise its status. */
async function toldOf({ id, title, status }: Changed): Promise<string> {
  const now = `${title}: ${statusWord(status)}`;
  try {
    const last = (await read<readonly ActivityAnswer[]>(`/activities/${lastOf(id)}`)).at(-1);
    return last === undefined ? now : `${now}. ${last.username}: ${last.message}`;
  } catch {
    return now;
  }
}

type Comments = ReadonlySignal<TaskAnswer['comments'] | undefined>;

/** Whether the author needs no announcement: the user, or the product, whose changes the status shows. */
const isKnown = (author: string): boolean =>
  author === product || author.toLowerCase() === me.peek()?.username.toLowerCase();

/** Announces new comments. */
function useSaid(comments: Comments, told: Signal<string | null>): void {
  const known = useRef<number | null>(null);
  useSignalEffect(() => {
    const said = comments.value;
    if (said === undefined) return;
    const last = said.at(-1);
    const isNew = known.current !== null && said.length > known.current;
    known.current = said.length;
    if (!isNew || last === undefined || isKnown(last.author)) return;
    told.value = `${last.author} has commented.`;
    announce(told.value);
  });
}

/** Announces changes of a task by other users, and marks own ones. */
export function useOthers(task: Changed, comments: Comments, act: Act) {
  const told = useSignal<string | null>(null);
  const said = useSignal<string | null>(null);
  useSaid(comments, said);
  const acting = useRef(0);
  const { id } = task;
  const state = stateOf(task);
  const known = useRef(state);
  useEffect(() => {
    const isOther = known.current !== state && acting.current === 0;
    known.current = state;
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
  }, [id, state]);
  const ownAct: Act = async (foreseen, done) => {
    told.value = null;
    said.value = null;
    acting.current += 1;
    try {
      await act(foreseen, async () => {
        const now = await done();
        // what is shown of it comes later than the end of the act
        known.current = stateOf(now);
        return now;
      });
    } catch (error) {
      known.current = state;
      throw error;
    } finally {
      acting.current -= 1;
    }
  };
  return { told: [told.value, said.value].filter((sentence) => sentence !== null), act: ownAct };
}
