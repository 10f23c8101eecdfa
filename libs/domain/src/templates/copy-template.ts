import type { Env } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import type { Entry } from '../decision/outcome.ts';
import { logRelease, newTurn } from '../decision/turn.ts';
import { changed } from '../model/passive.ts';
import type { Release } from '../model/release.ts';
import { type Renamed, requireTitle } from '../plans/build.ts';
import { copyOfPlan, renewed } from './templates.ts';

/** What a client asks of a template's copy (models.txt, CopyTemplate). */
export interface CopyOrder {
  /** null: the template's title, marked as a copy's */
  readonly title: string | null;
  /** null: the template's description */
  readonly description: string | null;
}

/** A template like another, in the same folder, owned by who copies it; values of variables come along. Throws Invalid. */
export function templateLike(
  template: Release,
  order: CopyOrder,
  caller: Caller,
  env: Env,
): { release: Release; entries: readonly Entry[] } {
  if (order.title !== null) requireTitle('template', order.title);
  const id = env.newId('Release');
  const renamed: Renamed = new Map([[template.id, id]]);
  const variables = template.variables.map((variable) => renewed(variable, renamed, env));
  const copy = copyOfPlan(template, { id, variables }, renamed, env);
  const { description } = order;
  const release: Release = {
    ...copy,
    title: order.title ?? `${template.title} (copy)`,
    owner: caller.username,
    passive: description === null ? copy.passive : changed(copy.passive, { description }),
  };
  const turn = newTurn(env, caller);
  logRelease(turn, 'RELEASE_CREATED', release, 'Created by copying');
  return { release, entries: turn.entries };
}
