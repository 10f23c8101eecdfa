import { contextFor } from '../decision/context.ts';
import type { Env } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import { logRelease } from '../decision/log.ts';
import { type Progress, undecided } from '../decision/progress.ts';
import { changed } from '../model/passive.ts';
import type { Release } from '../model/release.ts';
import { type NewIds, requireTitle } from '../plans/build.ts';
import { copyOfPlan, withNewId } from './templates.ts';

/** What a client asks of a template's copy (models.txt, CopyTemplate). */
export interface CopyOrder {
  /** null: the template's title, marked as a copy's */
  readonly title: string | null;
  /** null: the template's description */
  readonly description: string | null;
}

/** A template like another, in the same folder, owned by who copies it; values of variables come along. Throws Invalid. */
export function templateLike(template: Release, order: CopyOrder, caller: Caller, env: Env): Progress {
  if (order.title !== null) requireTitle('template', order.title);
  const id = env.newId('Release');
  const newIds: NewIds = new Map([[template.id, id]]);
  const variables = template.variables.map((variable) => withNewId(variable, newIds, env));
  const copy = copyOfPlan(template, { id, variables }, newIds, env);
  const { description } = order;
  const release: Release = {
    ...copy,
    title: order.title ?? `${template.title} (copy)`,
    owner: caller.username,
    passive: description === null ? copy.passive : changed(copy.passive, { description }),
  };
  return logRelease(undecided(release, contextFor(env, caller)), 'RELEASE_CREATED', 'Created by copying');
}
