import type { FactHandlers, FactOf } from '../decision/handlers.ts';
import type { Fact } from '../decision/inputs.ts';
import type { Progress } from '../decision/progress.ts';
import { followTargets } from '../gates/edit-gate.ts';
import { scriptGivenUp, scriptGoesOn, scriptReleased, scriptSleeps, scriptStarted } from '../scripts/script-claims.ts';
import { scriptFinished, scriptScheduled } from '../scripts/script-ends.ts';
import { performCommand } from './apply-command.ts';

const handlers: FactHandlers = {
  timePassed: (before) => before,
  targetsChanged: (before) => before,
  targetsMoved: followTargets,
  scriptStarted,
  scriptReleased,
  scriptGoesOn,
  scriptSleeps,
  scriptGivenUp,
  scriptScheduled: (before, fact) => scriptScheduled(before, fact, performCommand),
  scriptFinished: (before, fact) => scriptFinished(before, fact, performCommand),
};

const answered = <T extends Fact['type']>(before: Progress, type: T, fact: FactOf[T]): Progress =>
  handlers[type](before, fact);

/** The direct answer to a fact; a stale one changes nothing. */
export const applyFact = (before: Progress, fact: Fact): Progress =>
  before.release.archived ? before : answered(before, fact.type, fact);
