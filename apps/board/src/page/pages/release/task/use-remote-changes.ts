import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ActivityResponse } from '@slipway/api-schema/history';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { useEffect, useRef } from 'preact/hooks';
import { fullNameOf, systemAuthor } from '../../../api/full-names.ts';
import { activityMessage, type DisplayMessage, textOf } from '../../../api/language.ts';
import { read } from '../../../api/rest.ts';
import { me } from '../../../api/session.ts';
import { statusLabel } from '../../../components/marks/status.tsx';
import { announce } from '../../../navigation/announce.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import type { Act } from '../actions.ts';

type WatchedTask = Pick<TaskResponse, 'id' | 'title' | 'status' | 'owner' | 'team'> &
  Partial<Pick<TaskResponse, 'scheduledStartDate' | 'dueDate' | 'conditions' | 'approvalVerdicts'>>;

/** Serializes the fields of a task that other users may change while it is open. */
const stateOf = (task: WatchedTask): string => {
  const checkedConditions = task.conditions?.map(({ checked }) => checked);
  const { status, owner, team, scheduledStartDate, dueDate, approvalVerdicts } = task;
  return JSON.stringify([
    status,
    owner,
    team,
    scheduledStartDate,
    dueDate,
    checkedConditions,
    approvalVerdicts?.length,
  ]);
};

/** A change by another user: a text, optionally with a message of the server. */
interface RemoteChange {
  readonly text: string;
  readonly message: DisplayMessage;
}

/** Returns the status of a task, and its latest activity with the user. */
async function describeChange({ id, title, status }: WatchedTask): Promise<RemoteChange> {
  const now = `${title}: ${statusLabel(status)}`;
  try {
    const last = (await read<readonly ActivityResponse[]>(`/activities/${lastSegment(id)}`)).at(-1);
    if (last !== undefined) return { text: `${now}. ${fullNameOf(last.username)}: `, message: activityMessage(last) };
  } catch {
    // Without the activity, the announcement contains only the status.
  }
  return { text: now, message: '' };
}

type Comments = ReadonlySignal<TaskResponse['comments'] | undefined>;

/** Whether a change by this author is not announced: it is the user, or the system, whose changes the status shows. */
const isIgnoredAuthor = (author: string): boolean =>
  author === systemAuthor || author.toLowerCase() === me.peek()?.username.toLowerCase();

/** Announces new comments of other users. */
function useNewComments(comments: Comments, newComment: Signal<RemoteChange | null>): void {
  const lastKnown = useRef<number | null>(null);
  useSignalEffect(() => {
    const latestComments = comments.value;
    if (latestComments === undefined) return;
    const last = latestComments.at(-1);
    const isNew = lastKnown.current !== null && latestComments.length > lastKnown.current;
    lastKnown.current = latestComments.length;
    if (!isNew || last === undefined || isIgnoredAuthor(last.author)) return;
    const text = t`${fullNameOf(last.author)} commented`;
    newComment.value = { text, message: '' };
    announce(text);
  });
}

/**
 * Announces changes of a task by other users. Returns the latest changes, and an `act` whose effects are not announced.
 */
export function useRemoteChanges(task: WatchedTask, comments: Comments, act: Act) {
  const latestChange = useSignal<RemoteChange | null>(null);
  const newComment = useSignal<RemoteChange | null>(null);
  useNewComments(comments, newComment);
  const ownActionCount = useRef(0);
  const { id } = task;
  const state = stateOf(task);
  const lastKnown = useRef(state);
  useEffect(() => {
    const isRemote = lastKnown.current !== state && ownActionCount.current === 0;
    lastKnown.current = state;
    let isCanceled = false;
    if (isRemote)
      void describeChange(task).then((change) => {
        if (isCanceled) return;
        latestChange.value = change;
        announce(`${change.text}${textOf(change.message)}`);
      });
    return () => {
      isCanceled = true;
    };
  }, [id, state]);
  const trackedAct: Act = async (expected, send) => {
    latestChange.value = null;
    newComment.value = null;
    ownActionCount.current += 1;
    try {
      await act(expected, async () => {
        const now = await send();
        // The page shows the change later than the request ends.
        lastKnown.current = stateOf(now);
        return now;
      });
    } catch (error) {
      lastKnown.current = state;
      throw error;
    } finally {
      ownActionCount.current -= 1;
    }
  };
  return { changes: [latestChange.value, newComment.value].filter((change) => change !== null), act: trackedAct };
}
