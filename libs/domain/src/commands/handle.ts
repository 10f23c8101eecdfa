import { withDueMarkers } from '../calendar/overdue.ts';
import { asConsequence } from '../decision/cause.ts';
import { append, valuesOfChain } from '../decision/chain.ts';
import { contextFor, orWants, usernameIn } from '../decision/context.ts';
import type { Env } from '../decision/env.ts';
import type { Caller, Input } from '../decision/inputs.ts';
import type { Decision, Outcome } from '../decision/outcome.ts';
import { type CreatedRelease, type Progress, undecided } from '../decision/progress.ts';
import { awaitsOf, wakeAt } from '../flow/effects.ts';
import { requireRunAsToStart } from '../flow/needs-run-as.ts';
import { settle } from '../flow/settle.ts';
import { start } from '../flow/start.ts';
import type { TemplateDraft } from '../model/draft.ts';
import { clip } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import {
  requireCopy,
  requireNewRelease,
  requireNewTemplate,
  withoutUserElsewhere,
} from '../people/require-creation.ts';
import { userNamed } from '../people/user-names.ts';
import { riskRecord } from '../risk/history.ts';
import { withRiskScores } from '../risk/scores.ts';
import { type CopyOrder, templateLike } from '../templates/copy-template.ts';
import { type CreateOrder, fromTemplate, templateFrom } from '../templates/templates.ts';
import { applyCommand } from './apply-command.ts';
import { applyFact } from './apply-fact.ts';

/**
 * The behavior of a release: one input gives a new state, log entries, pending work and created releases. A command
 * can be refused: throws Invalid, NotFound, Conflict or Forbidden, and nothing changes. A fact is never refused.
 * Returns the missing data if `env.world` lacks some.
 */
export function handle(release: Release, input: Input, env: Env): Decision {
  return orWants(() => {
    if (input.kind === 'command') {
      return decide(
        applyCommand(undecided(release, contextFor(env, input.caller, { there: input.there ?? null })), input.command),
      );
    }
    const { fact } = input;
    const observesAfresh = fact.type === 'targetsChanged' || fact.type === 'targetsMoved';
    return decide(applyFact(undecided(release, contextFor(env, null, { observesAfresh })), fact));
  });
}

/** A new template (rest-api.md, section Create template). Throws Invalid, Conflict, Forbidden, Unseen. */
export function createTemplate(draft: TemplateDraft, folderId: string, caller: Caller, env: Env): Outcome {
  requireNewTemplate(caller, folderId);
  return conclude(templateFrom(draft, folderId, caller, env));
}

/** A copy of a template (rest-operations.md, Templates). Throws Invalid, Forbidden, Unseen. */
export function copyTemplate(template: Release, order: CopyOrder, caller: Caller, env: Env): Decision {
  requireCopy(caller, template);
  return orWants(() => ({
    kind: 'decided',
    outcome: conclude(templateLike(template, order, caller, env)),
    created: [],
  }));
}

/**
 * A new release from a template. It starts at once when it is due (rest-api.md, section Create release from template).
 * `there` is the caller in the target folder. The permissions of a trigger's author are checked before. Throws
 * Invalid, Forbidden, Unseen.
 */
export function createRelease(
  template: Release,
  order: CreateOrder,
  caller: Caller,
  env: Env,
  there: Caller = caller,
): Decision {
  if (order.triggered === undefined) {
    const { folderId, startsNow = false, autoStart, releaseOwner } = order;
    requireNewRelease(template, {
      ...{ caller, there, folderId: folderId ?? template.folderId },
      ...{ starts: startsNow || autoStart, owner: releaseOwner ?? caller.username },
    });
  }
  return orWants(() => {
    const cause = order.triggered ? `by trigger '${clip(order.triggered.title)}'` : null;
    const context = contextFor(env, caller, { cause, there });
    // a trigger, like a task, hands on an owner that is stored already
    const releaseOwner = order.triggered ? order.releaseOwner : userNamed(order.releaseOwner, null, context);
    const made = fromTemplate(template, { ...order, releaseOwner }, context);
    const planned = order.triggered ? made : { ...made, release: withoutUserElsewhere(made.release, template, caller) };
    if (order.startsNow || order.autoStart) requireRunAsToStart(planned.release);
    return decide(order.startsNow ? start(planned) : planned);
  });
}

/** Settles a release, then the releases that were made on the way, and those that they made. */
function decide(before: Progress): Decision {
  const { env, caller } = before.context;
  const settled = settle(asConsequence(before));
  const { isConsequence, cause } = settled.context;
  const created: Outcome[] = [];
  const queue = [...settled.created];
  // The list grows during the loop: releases that a release creates are settled after it.
  for (const { release, entries, starts } of queue) {
    const planned = undecided(release, contextFor(withCreatedRunning(env, queue), caller, { isConsequence, cause }));
    const logged = { ...planned, entries: append(planned.entries, entries) };
    const child = settle(starts ? start(logged, true) : logged);
    created.push(conclude(child));
    queue.push(...child.created);
  }
  return { kind: 'decided', outcome: conclude(settled), created };
}

/** The world with the releases of this decision as running releases, so that they count against the limits. */
function withCreatedRunning(env: Env, created: readonly CreatedRelease[]): Env {
  const { runningCreated } = env.world;
  if (runningCreated === undefined) return env;
  const started = created.filter(({ starts }) => starts).length;
  return { ...env, world: { ...env.world, runningCreated: runningCreated + started } };
}

function conclude({ release: settled, context, entries, comments, ended, moves }: Progress): Outcome {
  const { now, world } = context.env;
  const release = withRiskScores(withDueMarkers(settled, now), world.riskProfiles);
  return {
    release,
    entries: valuesOfChain(entries),
    comments: valuesOfChain(comments),
    ended: valuesOfChain(ended),
    moves: valuesOfChain(moves),
    awaits: awaitsOf(release),
    wakeAt: wakeAt(release, now),
    risk: riskRecord(settled, release, now, usernameIn(context)),
  };
}
