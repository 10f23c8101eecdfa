import { marked } from '../calendar/overdue.ts';
import { type Env, Wanting } from '../decision/env.ts';
import type { Caller, Input } from '../decision/inputs.ts';
import type { Decision, Outcome } from '../decision/outcome.ts';
import { type Birth, newTurn, type Turn } from '../decision/turn.ts';
import { awaitsOf, wakeAt } from '../flow/effects.ts';
import { settle } from '../flow/settle.ts';
import { begin } from '../flow/start.ts';
import { assessed } from '../insight/risk.ts';
import type { TemplateDraft } from '../model/draft.ts';
import type { Release } from '../model/release.ts';
import { type CopyOrder, templateLike } from '../templates/copy-template.ts';
import { type CreateOrder, fromTemplate, templateFrom } from '../templates/templates.ts';
import { hear, obey } from './apply.ts';

/**
 * The whole behaviour of a release: one input in, its new state out, with the log, the debts and the
 * releases it made. A command may be refused: throws Invalid, NotFound, Conflict or Forbidden, and
 * nothing has happened then. A fact never is. Answers with what it wants when `env.world` lacks it.
 */
export function handle(release: Release, input: Input, env: Env): Decision {
  return deciding(() => {
    if (input.kind === 'command') {
      const turn = newTurn(env, input.caller);
      return decide(obey(release, input.command, turn), turn);
    }
    const looksAgain = input.fact.type === 'targetsChanged' || input.fact.type === 'targetsMoved';
    const turn = newTurn(env, null, looksAgain);
    return decide(hear(release, input.fact, turn), turn);
  });
}

/**
 * A new template (rest-api.md, section Create template). Throws Invalid or Conflict.
 */
export function createTemplate(draft: TemplateDraft, folderId: string, caller: Caller, env: Env): Outcome {
  const { release, entries } = templateFrom(draft, folderId, caller, env);
  return { ...conclude(release, newTurn(env, caller)), entries };
}

/** A copy of a template (operations.md, Templates). Throws Invalid. */
export function copyTemplate(template: Release, order: CopyOrder, caller: Caller, env: Env): Outcome {
  const { release, entries } = templateLike(template, order, caller, env);
  return { ...conclude(release, newTurn(env, caller)), entries };
}

/**
 * A new release from a template; it starts at once when it is due (rest-api.md, section Create
 * release from template). Throws Invalid.
 */
export function createRelease(template: Release, order: CreateOrder, caller: Caller, env: Env): Decision {
  return deciding(() => {
    const { release, entries } = fromTemplate(template, order, caller, env);
    const turn = newTurn(env, caller);
    turn.entries.push(...entries);
    return decide(order.startsNow ? begin(release, turn) : release, turn);
  });
}

function deciding(decision: () => Decision): Decision {
  try {
    return decision();
  } catch (thrown) {
    if (thrown instanceof Wanting) return { kind: 'wants', wants: thrown.wants };
    throw thrown;
  }
}

/** Settles a release, then the releases that were made on the way, and those that they made. */
function decide(release: Release, turn: Turn): Decision {
  const outcome = conclude(settle(release, turn), turn);
  const created: Outcome[] = [];
  const births = [...turn.births];
  // the list grows while it is walked: what a release makes is born after it
  for (const birth of births) {
    const own = newTurn(crowded(turn.env, births), turn.caller);
    own.entries.push(...birth.entries);
    const started = birth.starts ? begin(birth.release, own, true) : birth.release;
    created.push(conclude(settle(started, own), own));
    births.push(...own.births);
  }
  return { kind: 'decided', outcome, created };
}

/** The world in which those born in this decision run already, so that they count against the room there is. */
function crowded(env: Env, births: readonly Birth[]): Env {
  const { runningCreated } = env.world;
  if (runningCreated === undefined) return env;
  const started = births.filter(({ starts }) => starts).length;
  return { ...env, world: { ...env.world, runningCreated: runningCreated + started } };
}

function conclude(settled: Release, turn: Turn): Outcome {
  const { now } = turn.env;
  const release = assessed(marked(settled, now), now);
  const { entries, comments, ended, moves } = turn;
  return { release, entries, comments, ended, moves, awaits: awaitsOf(release), wakeAt: wakeAt(release, now) };
}
