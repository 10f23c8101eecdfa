import { withDueMarkers } from '../calendar/overdue.ts';
import { asConsequence } from '../decision/cause.ts';
import { append, valuesOfChain } from '../decision/chain.ts';
import { contextFor, orRequirements, usernameIn } from '../decision/context.ts';
import type { Env } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import type { Decision, Outcome } from '../decision/outcome.ts';
import { beginOutcome, type CreatedRelease, type OutcomeDraft } from '../decision/outcome-draft.ts';
import { eventsOf } from '../events/release-events.ts';
import { awaitsOf, wakeAt } from '../flow/effects.ts';
import { requireRunAsToStart } from '../flow/require-run-as.ts';
import { settle } from '../flow/settle.ts';
import { start } from '../flow/start.ts';
import { recordCategories } from '../insights/category-history.ts';
import { message } from '../messages/message.ts';
import type { TemplateDraft } from '../model/draft.ts';
import { clip } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import {
  requireCopy,
  requireNewRelease,
  requireNewTemplate,
  withoutRunAsInOtherFolder,
} from '../people/require-creation.ts';
import { resolveUsername } from '../people/user-names.ts';
import { riskRecord } from '../risk/history.ts';
import { withRiskScores } from '../risk/scores.ts';
import { buildTemplateCopy, type CopyTemplateRequest } from '../templates/copy-template.ts';
import { type CreateReleaseRequest, releaseFromTemplate, templateFrom } from '../templates/templates.ts';
import { applyCommand } from './apply-command.ts';
import { applyFact } from './apply-fact.ts';
import type { Input } from './registry.ts';

/**
 * Decides the effects of one input on a release: a new state, log entries, pending work and created releases. Throws
 * Invalid, NotFound, Conflict or Forbidden for a rejected command; nothing changes then. A fact is never rejected.
 * Returns the missing data if `env.data` is incomplete.
 */
export function handle(release: Release, input: Input, env: Env): Decision {
  return orRequirements(() => {
    if (input.kind === 'command') {
      const context = contextFor(env, input.caller, { callerAtTarget: input.callerAtTarget ?? null });
      return decide(release, applyCommand(beginOutcome(release, context), input.command));
    }
    const { fact } = input;
    const refreshTargets = fact.type === 'targetsChanged' || fact.type === 'targetsMoved';
    return decide(release, applyFact(beginOutcome(release, contextFor(env, null, { refreshTargets })), fact));
  });
}

/** Creates a template (rest-api.md, section Create template). Throws Invalid, Conflict, Forbidden, NotVisible. */
export function createTemplate(draft: TemplateDraft, folderId: string, caller: Caller, env: Env): Outcome {
  requireNewTemplate(caller, folderId);
  return conclude(null, templateFrom(draft, folderId, caller, env));
}

/** Copies a template (rest-operations.md, Templates). Throws Invalid, Forbidden, NotVisible. */
export function copyTemplate(template: Release, request: CopyTemplateRequest, caller: Caller, env: Env): Decision {
  requireCopy(caller, template);
  return orRequirements(() => ({
    kind: 'decided',
    outcome: conclude(null, buildTemplateCopy(template, request, caller, env)),
    created: [],
  }));
}

/**
 * Creates a release from a template, and starts it if it is due (rest-api.md, section Create release from template).
 * `callerAtTarget` has the permissions of the caller in the target folder. For a trigger, the permissions of the
 * trigger's author are checked earlier. Throws Invalid, Forbidden, NotVisible.
 */
export function createRelease(
  template: Release,
  request: CreateReleaseRequest,
  caller: Caller,
  env: Env,
  callerAtTarget: Caller = caller,
): Decision {
  if (request.triggered === undefined) {
    const { folderId, startsNow = false, autoStart, releaseOwner } = request;
    requireNewRelease(template, {
      ...{ caller, callerAtTarget, folderId: folderId ?? template.folderId },
      ...{ starts: startsNow || autoStart, owner: releaseOwner ?? caller.username },
    });
  }
  return orRequirements(() => {
    const cause = request.triggered ? message('cause.trigger', { trigger: clip(request.triggered.title) }) : null;
    const context = contextFor(env, caller, { cause, callerAtTarget });
    // A triggered release gets the stored owner of the template without a lookup of the user.
    const releaseOwner = request.triggered
      ? request.releaseOwner
      : resolveUsername(request.releaseOwner, null, context);
    const outcomeDraft = releaseFromTemplate(template, { ...request, releaseOwner }, context);
    const plannedRelease = request.triggered
      ? outcomeDraft
      : { ...outcomeDraft, release: withoutRunAsInOtherFolder(outcomeDraft.release, template, caller) };
    if (request.startsNow || request.autoStart) requireRunAsToStart(plannedRelease.release);
    return decide(null, request.startsNow ? start(plannedRelease) : plannedRelease);
  });
}

/**
 * Settles a release, the releases that it created, and so on recursively. `stored` is the release before the input;
 * null: it is new.
 */
function decide(stored: Release | null, before: OutcomeDraft): Decision {
  const { env, caller } = before.context;
  const settled = settle(asConsequence(before));
  const { isConsequence, cause } = settled.context;
  const created: Outcome[] = [];
  const queue = [...settled.created];
  // The list grows during the loop: a release that is created here is settled later in the same loop.
  for (const { release, entries, starts } of queue) {
    const plannedRelease = beginOutcome(
      release,
      contextFor(withCreatedRunning(env, queue), caller, { isConsequence, cause }),
    );
    const logged = { ...plannedRelease, entries: append(plannedRelease.entries, entries) };
    const child = settle(starts ? start(logged, true) : logged);
    created.push(conclude(null, child));
    queue.push(...child.created);
  }
  return { kind: 'decided', outcome: conclude(stored, settled), created };
}

/** Returns the environment with the releases of this decision counted as running, for the limits of releases. */
function withCreatedRunning(env: Env, created: readonly CreatedRelease[]): Env {
  const { runningCreated } = env.data;
  if (runningCreated === undefined) return env;
  const started = created.filter(({ starts }) => starts).length;
  return { ...env, data: { ...env.data, runningCreated: runningCreated + started } };
}

/** Completes a decision. `before` is the release before the input; null: it is new. */
function conclude(before: Release | null, draft: OutcomeDraft): Outcome {
  const { context, entries, comments, commentChange, ended, moves } = draft;
  const { now, data } = context.env;
  // An input without effect returns the same release.
  const settled = draft.release === before ? before : recordCategories(draft.release, now);
  const release = withRiskScores(withDueMarkers(settled, now), data.riskProfiles);
  const addedComments = valuesOfChain(comments);
  return {
    release,
    entries: valuesOfChain(entries),
    comments: addedComments,
    ...(commentChange && { commentChange }),
    ended: valuesOfChain(ended),
    moves: valuesOfChain(moves),
    awaits: awaitsOf(release),
    wakeAt: wakeAt(release, now),
    risk: riskRecord(settled, release, now, usernameIn(context)),
    events: eventsOf({ before, after: release, comments: addedComments, actor: usernameIn(context), now }),
  };
}
