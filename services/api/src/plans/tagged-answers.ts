import type { Caller } from '@slipway/domain';
import type { ReleaseView, TaskView } from '@slipway/persistence';
import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { TaggedAnswer } from '../http/tagged-answer.ts';
import { type Rendered, shownRelease, shownTask } from './shown.ts';
import { audienceOf, tagFor } from './tag.ts';

type Reads = Pick<Deps, 'database' | 'config' | 'answers'>;

/** A release or template under its tag. */
export async function taggedRelease(
  reads: Reads,
  view: ReleaseView,
  caller: Caller,
): Promise<TaggedAnswer<ReleaseAnswer>> {
  return tagged(reads, await shownRelease(reads, view, caller), audienceOf(caller));
}

/** A task under its tag. */
export async function taggedTask(reads: Reads, view: TaskView): Promise<TaggedAnswer<TaskAnswer>> {
  return tagged(reads, await shownTask(reads, view), '');
}

/** An answer that was rendered under its tag; `audience` is what it tells of its caller's permissions. */
export function tagged<T>({ config }: Pick<Deps, 'config'>, rendered: Rendered<T>, audience: string): TaggedAnswer<T> {
  const { answer, validators, calendarMark } = rendered;
  const tag = tagFor(validators, calendarMark, config.typePrefix, audience);
  return new TaggedAnswer({ tag, ...validators }, async () => ({ tag, json: JSON.stringify(answer) }));
}
