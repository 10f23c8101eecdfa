import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import type { ReadContext } from '@slipway/application/model';
import { type RenderResult, renderRelease, renderTask } from '@slipway/application/plans';
import type { Person } from '@slipway/engine';
import type { ReleaseView, TaskView } from '@slipway/persistence/plans';
import { TaggedAnswer } from '../http/tagged-answer.ts';
import { audienceOf, permissionScopeOf, tagFor } from './tag.ts';

type Prefix = Pick<ReadContext, 'typePrefix'>;

/** Renders a release or template for a caller, with its ETag. */
export async function taggedRelease(
  context: ReadContext,
  view: ReleaseView,
  caller: Person,
): Promise<TaggedAnswer<ReleaseResponse>> {
  return taggedFor(context, caller, await renderRelease(context, view, caller));
}

/** Renders a task for a caller, with its ETag. */
export async function taggedTask(
  context: ReadContext,
  view: TaskView,
  caller: Person,
): Promise<TaggedAnswer<TaskResponse>> {
  return tagged(context, await renderTask(context, view, caller));
}

/** Adds the ETag to a release or template that was rendered for a caller. */
export async function taggedFor<T>(
  context: Prefix,
  caller: Person,
  rendered: RenderResult<T>,
): Promise<TaggedAnswer<T>> {
  return tagged(context, rendered, audienceOf(await caller.callerAt(permissionScopeOf(rendered.validators))));
}

/** Adds the ETag to a rendered response. `audience` describes the permissions of its caller. */
export function tagged<T>({ typePrefix }: Prefix, rendered: RenderResult<T>, audience = ''): TaggedAnswer<T> {
  const { answer, validators, calendarMark } = rendered;
  const tag = tagFor(validators, calendarMark, typePrefix, audience);
  return new TaggedAnswer({ tag, ...validators }, async () => ({ tag, json: JSON.stringify(answer) }));
}
