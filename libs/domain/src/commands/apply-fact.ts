import type { FactHandlers, FactOf } from '../decision/handlers.ts';
import type { Fact } from '../decision/inputs.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { followTargets } from '../gates/edit-gate.ts';
import { scriptGivenUp, scriptGoesOn, scriptReleased, scriptSleeps, scriptStarted } from '../scripts/script-claims.ts';
import { scriptFinished, scriptScheduled } from '../scripts/script-ends.ts';
import { executeCommand } from './apply-command.ts';

const handlers: FactHandlers = {
  timePassed: (before) => before,
  targetsChanged: (before) => before,
  targetsMoved: followTargets,
  scriptStarted,
  scriptReleased,
  scriptGoesOn,
  scriptSleeps,
  scriptGivenUp,
  scriptScheduled: (before, fact) => scriptScheduled(before, fact, executeCommand),
  scriptFinished: (before, fact) => scriptFinished(before, fact, executeCommand),
};

const runHandler = <T extends Fact['type']>(before: OutcomeDraft, type: T, fact: FactOf[T]): OutcomeDraft =>
  handlers[type](before, fact);

/** The direct answer to a fact; a stale one changes nothing. */
export const applyFact = (before: OutcomeDraft, fact: Fact): OutcomeDraft =>
  before.release.archived ? before : runHandler(before, fact.type, fact);
