import type { EndedRelease } from '@slipway/domain/insights';
import { Conflict, Forbidden, Invalid, NotFound, type Release } from '@slipway/domain/model';
import { handle } from '../../../libs/domain/src/commands/handle.ts';
import { command } from '../../../libs/domain/src/testing/inputs.ts';
import { randomInput } from '../../../libs/domain/src/testing/random-inputs.ts';
import {
  createDice,
  type Dice,
  envOfWalk,
  pick,
  randomPhase,
  randomRelease,
  type WalkState,
} from '../../../libs/domain/src/testing/random-walk.ts';
import { seed } from '../../harness/test-length.ts';

const maxSteps = 60;
const firstStart = Date.parse('2026-02-10T00:00:00+01:00');
const dayMs = 86_400_000;

const isRefusal = (thrown: unknown) =>
  [Invalid, NotFound, Conflict, Forbidden].some((meaning) => thrown instanceof meaning);

/** Walks through random inputs from a start time, and aborts a release that has not ended then. */
function walk(dice: Dice, startsAt: number): Release {
  let release = randomRelease(dice);
  let state: WalkState = { now: startsAt, idCount: 0, targets: ['open', 'open', 'open'], runningCount: 0 };
  const step = (input: Parameters<typeof handle>[1]) => {
    const env = envOfWalk(state, release);
    try {
      const decision = handle(release, input, env);
      if (decision.kind === 'decided') release = decision.outcome.release;
      state = { ...state, idCount: env.count() };
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
    }
  };
  for (let phases = 1 + dice(3); phases > 0; phases -= 1) step(command({ type: 'addPhase', phase: randomPhase(dice) }));
  step(command({ type: 'startRelease' }));
  for (let left = maxSteps; left > 0 && release.endDate === null; left -= 1) {
    const targets = state.targets.map((target) => (dice(12) === 0 ? 'done' : target));
    state = { ...state, targets, now: state.now + dice(4) * dice(120) * 60_000 };
    step(randomInput(release, 1 + dice(1_000_000), dice));
  }
  step(command({ type: 'abortRelease', abortComment: 'enough' }));
  return release;
}

/** Returns an ended release with random members outside its history. Some ended before categories were recorded. */
export function endedRelease(number: number): EndedRelease {
  const dice = createDice(seed + number);
  const startsAt = firstStart + dice(75) * dayMs + dice(24) * 3_600_000;
  const walked = walk(dice, startsAt);
  const endDate = walked.endDate ?? startsAt;
  const release = {
    ...walked,
    id: `Release${number}`,
    folderId: pick(dice, ['Applications', 'FolderA', 'FolderB', 'FolderB']) ?? 'FolderA',
    originTemplateId: pick(dice, ['Releaseone', 'Releasetwo', null]) ?? null,
    tags: pick(dice, [[], ['a'], ['a', 'b']]) ?? [],
    dueDate: dice(2) === 0 ? null : endDate + (dice(3) - 1) * dayMs,
    plannedDuration: dice(2) === 0 ? null : 60 * (1 + dice(10_000)),
    endDate,
  };
  const createdAt = dice(5) === 0 ? null : startsAt - dice(100) * 3_600_000;
  return { release, createdAt, maxRisk: dice(100), hasCategories: dice(8) > 0 };
}
